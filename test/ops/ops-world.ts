import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Catalogue } from 'millrace';
import { queuePairs } from '../../millrace/definition/queue-pairs.ts';
import { startEngine } from '../../millrace/local/engine/start-engine.ts';
import { startScheduler } from '../../millrace/local/scheduler/start-scheduler.ts';
import { createVirtualClock, type VirtualClock } from '../../millrace/message/clock.ts';
import type { DelayedJobs } from '../../millrace/message/delayed-jobs.ts';
import type { Queues } from '../../millrace/message/queue.ts';
import { connect } from '../../millrace/ops/stack/connect.ts';
import type { RecordTable } from '../../millrace/record/record-table.ts';
import { createMemoryQueues } from '../../millrace/testing/memory-queue.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { createMemoryDelays } from '../producer/memory-delays.ts';
import { createRecordsTable } from '../record/create-records-table.ts';

/** Queues, records and time, in which verbs and a consumer meet. */
export interface OpsWorld {
  readonly clock: VirtualClock;
  readonly queues: Queues;
  readonly records: RecordTable;
  readonly delays: DelayedJobs;
  stop(): Promise<void>;
}

export async function memoryWorld(): Promise<OpsWorld> {
  const clock = createVirtualClock();
  const queues = createMemoryQueues(clock);
  return {
    clock,
    queues,
    records: createMemoryRecordTable(),
    delays: createMemoryDelays(),
    stop: async () => undefined,
  };
}

/** The embedded engine through the real SDK. */
export async function engineWorld(catalogue: Catalogue): Promise<OpsWorld> {
  const clock = createVirtualClock();
  const engine = await startEngine({ clock });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const { endpoint, region } = engine;
  await createResources({ endpoint, region, credentials }, catalogue);
  const scheduler = await openScheduler(clock);
  const connection = connect({
    ...{ app: 'shop', stage: 'test', tableName: 'shop-test-records', region, credentials },
    ...{ sqsEndpoint: endpoint, dynamodbEndpoint: endpoint, schedulerEndpoint: scheduler.endpoint },
  });
  return {
    clock,
    // Nobody moves this clock while a poll waits.
    queues: {
      ...connection.queues,
      receive: (url, options) => connection.queues.receive(url, { ...options, waitSeconds: 0 }),
    },
    records: connection.records,
    delays: connection.delays,
    stop: async () => {
      connection.close();
      await scheduler.stop();
      await engine.stop();
    },
  };
}

/** Whatever is due there is nobody's affair here. */
async function openScheduler(clock: VirtualClock) {
  const targets = { call: async () => undefined, park: async () => undefined };
  const scheduler = await startScheduler({ clock, targets, newId: () => 'execution' });
  scheduler.createGroup('shop-test');
  return scheduler;
}

async function createResources(
  connection: { endpoint: string; region: string; credentials: Credentials },
  catalogue: Catalogue,
) {
  const sqs = new SQSClient(connection);
  const dynamodb = new DynamoDBClient(connection);
  for (const { source, deadLetter } of catalogue.jobs.flatMap((job) => queuePairs('shop', 'test', job))) {
    const fifo: Record<string, string> = source.endsWith('.fifo') ? FIFO : {};
    await sqs.send(new CreateQueueCommand({ QueueName: deadLetter, Attributes: fifo }));
    const deadLetterTargetArn = `arn:aws:sqs:us-east-1:000000000000:${deadLetter}`;
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 2 });
    await sqs.send(new CreateQueueCommand({ QueueName: source, Attributes: { ...fifo, RedrivePolicy } }));
  }
  await dynamodb.send(createRecordsTable('shop-test-records'));
  sqs.destroy();
  dynamodb.destroy();
}

/** As the stack makes them. */
const FIFO = {
  FifoQueue: 'true',
  DeduplicationScope: 'messageGroup',
  FifoThroughputLimit: 'perMessageGroupId',
};

type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };
