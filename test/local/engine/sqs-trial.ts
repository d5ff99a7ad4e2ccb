import type { SQSClient } from '@aws-sdk/client-sqs';
import type { SqsFaults } from '../../../millrace/local/engine/sqs/sqs-faults.ts';
import { type Engine, startEngine } from '../../../millrace/local/engine/start-engine.ts';
import { createVirtualClock } from '../../../millrace/message/clock.ts';
import { createSqsCalls, createSqsClient, type SqsCalls } from '../../contracts/sqs-calls.ts';

export interface SqsTrial extends SqsCalls {
  readonly engine: Engine;
  /** Comes back once that many receives wait at the queue. */
  waiting(queue: string, polls: number): Promise<void>;
  advance(seconds: number): void;
  stop(): Promise<void>;
}

/** The real SDK on an engine of its own, whose clock stands still. */
export async function startSqsTrial(faults: SqsFaults = {}): Promise<SqsTrial> {
  const engine = await startEngine({ clock: createVirtualClock(), faults });
  const client = clientOf(engine);
  return {
    ...createSqsCalls(client, 'queue'),
    engine,
    waiting: (queue, polls) => pollsWaiting(engine, queue, polls),
    advance: (seconds) => engine.advance(seconds),
    stop: () => {
      client.destroy();
      return engine.stop();
    },
  };
}

export function clientOf({ endpoint, region }: Engine): SQSClient {
  return createSqsClient(endpoint, region);
}

async function pollsWaiting(engine: Engine, queue: string, polls: number) {
  const name = queue.slice(queue.lastIndexOf('/') + 1);
  const giveUpAt = performance.now() + 5000;
  while (engine.sqs.waitingPolls(name) !== polls) {
    if (performance.now() > giveUpAt) throw new Error(`never saw ${polls} receives waiting at ${name}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
