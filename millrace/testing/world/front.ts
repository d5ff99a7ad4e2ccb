import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ApiPorts } from '../../api/api-ports.ts';
import { createApi } from '../../api/create-api.ts';
import { createSweeper } from '../../api/create-sweeper.ts';
import { tablePeers } from '../../api/table-peers.ts';
import type { JobDefinition } from '../../definition/job-definition.ts';
import { createSender, type SenderOptions } from '../../producer/create-sender.ts';
import type { RecordTable } from '../../record/record-table.ts';
import type { Faults } from './faults.ts';
import { createLife, type Life } from './life.ts';
import type { RecordedLog } from './recorded-log.ts';
import { mortalClock } from './worker.ts';
import { workerDelays, workerQueues, workerRecords } from './worker-calls.ts';
import type { ApiAnswer, ApiRequest, World } from './world.ts';

interface FrontOptions extends Required<Pick<SenderOptions, 'app' | 'stage' | 'queues' | 'delays' | 'clock'>> {
  /** The code that is deployed. */
  readonly job: () => JobDefinition;
  readonly records: RecordTable;
  readonly faults: Faults;
  readonly log: RecordedLog;
}

/** The functions of the HTTP API and of the sweeper: one process each, started anew when it has died. */
export function createFront(options: FrontOptions): Pick<World<JobDefinition>, 'api' | 'sweep'> {
  const api = createProcess(options, (ports) => createApi({ catalogue: ports.catalogue, ports }));
  const sweeper = createProcess(options, (ports) => createSweeper({ catalogue: ports.catalogue, ports }));
  return {
    api: (request) => api(async (handler) => answerOf(await handler(eventOf(options.job(), request)))),
    sweep: () => sweeper((handler) => handler({}, { getRemainingTimeInMillis: () => 60_000 })),
  };
}

function createProcess<Handler>(options: FrontOptions, create: (ports: ApiPorts) => Handler) {
  let running: { readonly life: Life; readonly handler: Handler } | undefined;
  return async <Answer>(call: (handler: Handler) => Promise<Answer>): Promise<Answer | undefined> => {
    if (running === undefined || running.life.isOver()) {
      const life = createLife();
      running = { life, handler: create(portsIn(life, options)) };
    }
    return Promise.race([call(running.handler), running.life.ended.then(() => undefined)]);
  };
}

function portsIn(life: Life, { app, stage, job, queues, delays, records, clock, faults, log }: FrontOptions): ApiPorts {
  const mortal = mortalClock(clock, life);
  const reached = workerQueues(queues, life, faults, 'send');
  const table = workerRecords(records, life, faults);
  return {
    catalogue: { owners: {}, jobs: [job()] },
    sender: createSender({
      ...{ app, stage, queues: reached, delays: workerDelays(delays, life, faults) },
      ...{ records: table, clock: mortal, peers: tablePeers(table, mortal) },
    }),
    records: table,
    clock: mortal,
    newHex: (bytes) => 'a1'.repeat(bytes),
    logger: log.logger(life),
  };
}

/** As the gateway tells of a caller whom IAM let in; the event's type knows of no authorizer. */
const SIGNED = {
  authorizer: { iam: { accountId: '000000000000' } },
} as unknown as APIGatewayProxyEventV2['requestContext'];

function eventOf({ type }: JobDefinition, { route, id, body, headers = {} }: ApiRequest): APIGatewayProxyEventV2 {
  const event: Partial<APIGatewayProxyEventV2> = {
    ...{ routeKey: route, requestContext: SIGNED },
    headers: { ...headers },
    pathParameters: id === undefined ? { type } : { id },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  return event as APIGatewayProxyEventV2; // the handlers read these alone
}

function answerOf({
  statusCode = 0,
  headers = {},
  body = '',
}: Awaited<ReturnType<ReturnType<typeof createApi>>>): ApiAnswer {
  return { status: statusCode, headers, json: JSON.parse(body) };
}
