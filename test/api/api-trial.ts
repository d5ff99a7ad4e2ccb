import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { defineCatalogue, type JobDefinition } from 'millrace';
import { createApi, createSweeper } from 'millrace/api';
import type { ApiPorts } from '../../millrace/api/api-ports.ts';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import { createSender } from '../../millrace/producer/create-sender.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { createFakeQueues } from '../producer/fake-queues.ts';
import { createMemoryDelays } from '../producer/memory-delays.ts';
import { noteJob } from '../producer/note-job.ts';

/** As the gateway tells of a caller whom IAM let in. */
export const IAM = { requestContext: { authorizer: { iam: { userArn: 'arn:aws:iam::1:role/shop' } } } };

/** And of one with a token. */
export const tokenOf = (sub: string | undefined) => ({ requestContext: { authorizer: { jwt: { claims: { sub } } } } });

/** API and sweeper over a table in memory and queues that answer as they are told. */
export function createApiTrial(answer?: Parameters<typeof createFakeQueues>[0], job: JobDefinition = noteJob) {
  const sqs = { answer };
  const fake = createFakeQueues((...asked) => sqs.answer?.(...asked) ?? Promise.resolve([]));
  const clock = createVirtualClock();
  const delays = createMemoryDelays();
  const records = createMemoryRecordTable();
  const logged: unknown[] = [];
  const log = (level: string) => (message: string, extra?: object) => void logged.push({ level, message, ...extra });
  const catalogue = defineCatalogue({
    owners: { archive: { team: 'Archive', alarmEmail: 'archive@example.com' } },
    jobs: [job],
  });
  const ports: ApiPorts = {
    catalogue,
    sender: createSender({ app: 'shop', stage: 'prod', queues: fake.queues, delays, clock }),
    records,
    clock,
    newHex: (bytes) => 'a1'.repeat(bytes),
    logger: { info: log('info'), warn: log('warn'), error: log('error') },
  };
  const api = createApi({ catalogue, ports });
  const sweeper = createSweeper({ catalogue, ports });
  const call = async (event: object) => {
    const { statusCode, headers, body = '' } = await api({ ...IAM, ...event } as unknown as APIGatewayProxyEventV2); // the handlers read these alone
    return { status: statusCode, headers, text: body, json: JSON.parse(body) };
  };
  return {
    ...{ fake, delays, clock, records, logged, call, ports },
    /** Changes what SQS answers. */
    answer: (changed: typeof answer) => {
      sqs.answer = changed;
    },
    sweep: (remainingMs = 60_000) => sweeper({}, { getRemainingTimeInMillis: () => remainingMs }),
    delete: (id: string, more: object = {}) => call({ routeKey: 'DELETE /jobs/{id}', pathParameters: { id }, ...more }),
    post: (body: string, more: object = {}) =>
      call({ routeKey: 'POST /jobs/{type}', pathParameters: { type: job.type }, body, ...more }),
    get: (id: string, more: object = {}) => call({ routeKey: 'GET /jobs/{id}', pathParameters: { id }, ...more }),
  };
}
