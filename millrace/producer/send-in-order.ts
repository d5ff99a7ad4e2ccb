import type { Queues } from '../message/queue.ts';
import { type EnqueueError, notSentBehind } from './enqueue-errors.ts';
import { type Sendable, sendAll } from './send-all.ts';

/**
 * `sendAll` for a FIFO queue: a message is sent once the one before it in its group was taken, so that an entry which
 * SQS failed at, and which is sent again, is not overtaken. Where one isn't taken, those behind it are not sent.
 */
export async function sendInOrder(
  queues: Queues,
  queueUrl: string,
  prepared: readonly (Sendable | Error)[],
): Promise<readonly (Error | undefined)[]> {
  const errors = new Map<Sendable, Error>();
  const stopped = new Map<string | undefined, Sendable>();
  for (const round of inRounds(prepared.filter((one): one is Sendable => !(one instanceof Error)))) {
    const checked = round.map((one) => behind(one, stopped.get(one.message.groupId)) ?? one);
    const answers = await sendAll(queues, queueUrl, checked);
    for (const [index, one] of round.entries()) {
      const error = answers[index];
      if (error === undefined) continue;
      errors.set(one, error);
      if (!stopped.has(one.message.groupId)) stopped.set(one.message.groupId, one);
    }
  }
  return prepared.map((one) => (one instanceof Error ? one : errors.get(one)));
}

function behind({ jobId }: Sendable, failed: Sendable | undefined): EnqueueError | undefined {
  return failed && notSentBehind(jobId, failed.jobId);
}

/** The first of each group, then the second of each, and so on. */
function inRounds(sendable: readonly Sendable[]): readonly (readonly Sendable[])[] {
  const rounds: Sendable[][] = [];
  const seen = new Map<string | undefined, number>();
  for (const one of sendable) {
    const { groupId } = one.message;
    const place = seen.get(groupId) ?? 0;
    seen.set(groupId, place + 1);
    const round = rounds[place];
    if (round) round.push(one);
    else rounds.push([one]);
  }
  return rounds;
}
