import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { defineCatalogue, defineJob } from 'millrace';
import { createApi } from 'millrace/api';
import * as z from 'zod';
import { tablePeers } from '../../millrace/api/table-peers.ts';
import { createConsumer } from '../../millrace/consumer/create-consumer.ts';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import { createSender } from '../../millrace/producer/create-sender.ts';
import { createMemoryQueues } from '../../millrace/testing/memory-queue.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { sqsEvent } from '../../millrace/testing/sqs-event.ts';
import { createRecordingLogger } from '../consumer/recording-logger.ts';
import { IAM } from './api-trial.ts';

export const MAX_DEPTH = 500;
const REOPENS_AT = 400;

/** Its consumers are declared to do 50 a second. */
export const reportPrint = defineJob({
  type: 'report.print',
  owner: 'archive',
  payload: z.object({ reportId: z.string() }),
  idempotencyKey: 'reportId',
  ...{ p95Seconds: 1, concurrency: 50, maxDepth: MAX_DEPTH },
  replay: { rule: 'safe' },
});

/** A request and what became of it. */
interface Client {
  readonly id: number;
  tries: number;
  acceptedAtSecond: number | undefined;
  /** Of its first refusal. */
  refusal: Refusal | undefined;
}

interface Refusal {
  readonly atSecond: number;
  readonly waitSeconds: number;
  /** Jobs that have to be done until its own place is free. */
  readonly jobsBefore: number;
}

export interface BackpressureOptions {
  readonly requests: number;
  /** They come evenly within these seconds. */
  readonly withinSeconds: number;
  /** What the consumer really does, a batch of ten at most at a time. */
  readonly jobsPerSecond: number;
  /** Environments of the API's function: each knows its own sends alone. Default 1. */
  readonly processes?: number;
  /** They can tell one another nothing. Default: they share the table. */
  readonly apart?: boolean;
}

/** Requests against the real API and a real consumer that is slow, second by second on a clock that obeys, until all is done. */
export async function runBackpressure(options: BackpressureOptions) {
  const { requests, withinSeconds, jobsPerSecond, processes = 1, apart = false } = options;
  const clock = createVirtualClock();
  const queues = createMemoryQueues(clock);
  const records = createMemoryRecordTable();
  const { logger } = createRecordingLogger();
  const catalogue = defineCatalogue({
    owners: { archive: { team: 'Archive', alarmEmail: 'archive@example.com' } },
    jobs: [reportPrint],
  });
  const apis = Array.from({ length: processes }, () => {
    const sender = createSender({
      app: 'shop',
      stage: 'prod',
      queues,
      clock,
      ...(apart ? {} : { peers: tablePeers(records, clock) }),
    });
    return createApi({
      catalogue,
      ports: { catalogue, sender, records, clock, logger, newHex: (bytes) => 'a1'.repeat(bytes) },
    });
  });
  const queueUrl = 'shop-prod-report-print';
  const settings = { queues: [{ queueUrl, deadLetterQueueUrl: `${queueUrl}-dead` }], codeVersion: 'test' };
  const ports = { clock, queues, records, logger, random: () => 0.5, newId: createIds() };
  const consumer = createConsumer(reportPrint, () => undefined, settings, ports);

  const clients = Array.from({ length: requests }, (_, id) => newClient(id));
  const due = new Map<number, Client[]>();
  const comesAt = (second: number, client: Client) => due.set(second, [...(due.get(second) ?? []), client]);
  for (const client of clients) comesAt(Math.floor((client.id * withinSeconds) / requests), client);
  const answers = { 202: 0, 429: 0 };
  let waiting = 0;
  let deepest = 0;
  let done = 0;
  const doneBySecond: number[] = [];
  const depth = async () => Object.values(await queues.depth(queueUrl)).reduce((sum, count) => sum + count, 0);

  for (let second = 0; answers[202] < requests || done < requests; second += 1) {
    if (second > 20_000) throw new Error('it does not end');
    for (const client of due.get(second) ?? []) {
      const api = apis[client.id % processes];
      if (client.refusal && client.tries === 1) waiting -= 1;
      client.tries += 1;
      const { statusCode, headers } = (await api?.(requestOf(client))) ?? {};
      if (statusCode === 202) {
        answers[202] += 1;
        client.acceptedAtSecond = second;
        deepest = Math.max(deepest, await depth());
        continue;
      }
      if (statusCode !== 429) throw new Error(`${statusCode} is neither 202 nor 429`);
      answers[429] += 1;
      const waitSeconds = Number(headers?.['retry-after']);
      if (!client.refusal) {
        waiting += 1;
        client.refusal = { atSecond: second, waitSeconds, jobsBefore: (await depth()) - REOPENS_AT + waiting };
      }
      comesAt(second + waitSeconds, client);
    }
    for (let left = jobsPerSecond; left > 0; left -= 10) done += await runBatch(Math.min(10, left));
    doneBySecond.push(done);
    clock.advance(1);
  }
  return { clients, answers, deepest, doneBySecond, records: records.records };

  async function runBatch(most: number): Promise<number> {
    const batch = queues.take(queueUrl, most, reportPrint.timing.visibilitySeconds);
    if (batch.length === 0) return 0;
    const context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'> = {
      awsRequestId: 'request',
      getRemainingTimeInMillis: () => 30_000,
    };
    const { batchItemFailures } = await consumer(sqsEvent(batch), context as Context); // the consumer reads these two alone
    if (batchItemFailures.length > 0) throw new Error('nothing goes wrong here');
    const handles = batch.map(({ receiptHandle }) => receiptHandle);
    await queues.delete(queueUrl, handles);
    return batch.length;
  }
}

/** From a refusal on, how long it really took until so many jobs were done. */
export function drainedAfterSeconds(doneBySecond: readonly number[], { atSecond, jobsBefore }: Refusal): number {
  const before = doneBySecond[atSecond - 1] ?? 0;
  const at = doneBySecond.findIndex((done) => done - before >= jobsBefore);
  return at < 0 ? Number.POSITIVE_INFINITY : at - atSecond + 1;
}

function newClient(id: number): Client {
  return { id, tries: 0, acceptedAtSecond: undefined, refusal: undefined };
}

function requestOf({ id }: Client): APIGatewayProxyEventV2 {
  const event: Partial<APIGatewayProxyEventV2> = {
    routeKey: 'POST /jobs/{type}',
    pathParameters: { type: reportPrint.type },
    body: JSON.stringify({ payload: { reportId: `r-${id}` } }),
  };
  return { ...IAM, ...event } as APIGatewayProxyEventV2; // the handlers read these alone
}

function createIds(): () => string {
  let ids = 0;
  return () => `id-${++ids}`;
}
