import { randomUUID } from 'node:crypto';
import type { Message, ReceiveMessageCommandInput } from '@aws-sdk/client-sqs';
import { type EngineTime, openEngine } from './engine-under-test.ts';
import { createSqsCalls, createSqsClient, type SqsCalls } from './sqs-calls.ts';

export interface SqsContract extends SqsCalls, Pick<EngineTime, 'briefSeconds' | 'now' | 'pass' | 'skipWait'> {
  readonly endpoint: string;
  readonly region: string;
  /** A name for a queue that no earlier run has left behind. */
  unusedName(): string;
  /** Receives that wait at the engine, for twice the brief time unless told otherwise. */
  longPolls(
    queue: string,
    count: number,
    more?: Partial<ReceiveMessageCommandInput>,
  ): Promise<readonly Promise<Message[]>[]>;
  longPoll(queue: string, more?: Partial<ReceiveMessageCommandInput>): Promise<{ received: Promise<Message[]> }>;
  stop(): Promise<void>;
}

/** SQS under contract, spoken to through the real SDK. */
export async function openSqs(): Promise<SqsContract> {
  const engine = await openEngine('sqs');
  const { time, endpoint } = engine;
  const region = 'us-east-1';
  const client = createSqsClient(endpoint, region);
  const prefix = `contract-${randomUUID().slice(0, 8)}`;
  const calls = createSqsCalls(client, prefix);
  let names = 0;
  const longPolls: SqsContract['longPolls'] = (queue, count, more = {}) => {
    const poll = () => calls.receive(queue, { WaitTimeSeconds: 2 * time.briefSeconds, ...more });
    return time.holding('AmazonSQS.ReceiveMessage', Array<typeof poll>(count).fill(poll));
  };
  return {
    ...calls,
    ...time,
    endpoint,
    region,
    unusedName: () => `${prefix}-named-${++names}`,
    longPolls,
    longPoll: async (queue, more) => {
      const [received = Promise.resolve([])] = await longPolls(queue, 1, more);
      return { received };
    },
    stop: () => {
      client.destroy();
      return engine.stop();
    },
  };
}
