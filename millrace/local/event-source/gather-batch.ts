import type { Message } from '@aws-sdk/client-sqs';
import type { Clock } from '../../message/clock.ts';
import { MOST_BATCH_ENTRIES } from '../../message/queue.ts';
import type { SourceQueue } from './source-queue.ts';

const LONGEST_POLL_SECONDS = 20;

export interface BatchLimits {
  readonly batchSize: number;
  readonly windowSeconds: number;
}

/** One batch: what a long poll brings; with a window, what comes until it has passed or the batch is full. */
export async function gatherBatch(
  queue: SourceQueue,
  { batchSize, windowSeconds }: BatchLimits,
  clock: Clock,
  signal: AbortSignal,
): Promise<Message[]> {
  const receive = (have: number, waitSeconds: number) =>
    queue.receive(Math.min(MOST_BATCH_ENTRIES, batchSize - have), waitSeconds, signal);
  const batch = [...(await receive(0, LONGEST_POLL_SECONDS))];
  const endsAtMs = clock.now() + windowSeconds * 1000;
  while (batch.length > 0 && batch.length < batchSize && !signal.aborted) {
    const secondsLeft = Math.ceil((endsAtMs - clock.now()) / 1000);
    if (secondsLeft <= 0) break;
    batch.push(...(await receive(batch.length, Math.min(LONGEST_POLL_SECONDS, secondsLeft))));
  }
  return batch;
}
