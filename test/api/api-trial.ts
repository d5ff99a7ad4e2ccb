import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { defineCatalogue, type JobDefinition } from 'millrace';
import { createApi } from 'millrace/api';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import { createSender } from '../../millrace/producer/create-sender.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { createFakeQueues } from '../producer/fake-queues.ts';
import { noteJob } from '../producer/note-job.ts';

/** The API over a table in memory and queues that answer as they are told. */
export function createApiTrial(answer?: Parameters<typeof createFakeQueues>[0], job: JobDefinition = noteJob) {
  const fake = createFakeQueues(answer);
  const clock = createVirtualClock();
  const records = createMemoryRecordTable();
  const logged: unknown[] = [];
  const api = createApi({
    catalogue: defineCatalogue({
      owners: { archive: { team: 'Archive', alarmEmail: 'archive@example.com' } },
      jobs: [job],
    }),
    ports: {
      catalogue: { owners: {}, jobs: [job] },
      sender: createSender({ app: 'shop', stage: 'prod', queues: fake.queues, clock }),
      records,
      clock,
      log: (message, extra) => logged.push({ message, ...extra }),
    },
  });
  const call = async (event: Partial<APIGatewayProxyEventV2>) => {
    const { statusCode, headers, body = '' } = await api(event as APIGatewayProxyEventV2); // the handlers read these alone
    return { status: statusCode, headers, text: body, json: JSON.parse(body) };
  };
  return {
    ...{ fake, clock, records, logged, call },
    post: (body: string, more: Partial<APIGatewayProxyEventV2> = {}) =>
      call({ routeKey: 'POST /jobs/{type}', pathParameters: { type: 'note.keep' }, body, ...more }),
    get: (id: string) => call({ routeKey: 'GET /jobs/{id}', pathParameters: { id } }),
  };
}
