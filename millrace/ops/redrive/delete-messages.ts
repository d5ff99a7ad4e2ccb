import type { DeadMessage } from './dead-message.ts';
import type { RedriveRun } from './redrive-run.ts';

const TRIES = 3;

/** Deletes from the dead-letter queue what was confirmed elsewhere; answers what is left there after several tries. */
export async function deleteMessages(run: RedriveRun, messages: readonly DeadMessage[]): Promise<Set<DeadMessage>> {
  let left = messages;
  for (let tried = 0; tried < TRIES && left.length > 0; tried += 1) left = await deleteOnce(run, left);
  const failed = new Set(left);
  for (const message of messages) if (!failed.has(message)) run.held.drop(message.delivery);
  return failed;
}

async function deleteOnce(run: RedriveRun, messages: readonly DeadMessage[]): Promise<readonly DeadMessage[]> {
  const handles = messages.map(({ delivery }) => delivery.receiptHandle);
  try {
    const failures = await run.ports.queues.delete(run.request.deadLetterUrl, handles);
    const failed = new Set(failures.map(({ index }) => index));
    return messages.filter((_, index) => failed.has(index));
  } catch {
    // No answer: whether they are gone shows at the next try, and what is never confirmed is reported.
    return messages;
  }
}
