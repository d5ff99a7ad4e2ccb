import { MAX_MESSAGE_BYTES } from '../../definition/wire-limits.ts';
import { hasKeptAttributes, messageBytes, originalAttributes, redrivenCopy } from '../../message/dead-letter-copy.ts';
import type { MessageAttribute } from '../../message/delivery.ts';
import type { OutgoingMessage } from '../../message/queue.ts';
import type { PreparedMessage } from '../../producer/prepare-message.ts';
import { sendAll } from '../../producer/send-all.ts';
import type { DeadMessage } from './dead-message.ts';
import type { RedriveRun } from './redrive-run.ts';

export interface ToSend {
  readonly message: DeadMessage;
  readonly deathId: string;
}

/** SQS, `SendMessageBatch`: four of our largest messages. */
const MOST_BATCH_BYTES = 4 * MAX_MESSAGE_BYTES;

/** Sends the copies to the job's queue; answers an error, or nothing, for each at its place. */
export async function sendCopies(run: RedriveRun, toSend: readonly ToSend[]): Promise<readonly (Error | undefined)[]> {
  const { queues } = run.ports;
  const prepared = await Promise.all(toSend.map((one) => prepare(run, one)));
  const bytes = prepared.map(({ message: { body, attributes = {} } }) => messageBytes(body, attributes));
  const fitsOneBatch = bytes.reduce((sum, one) => sum + one, 0) <= MOST_BATCH_BYTES;
  const batches = fitsOneBatch ? [prepared] : prepared.map((one) => [one]);
  const errors = await Promise.all(batches.map((batch) => sendAll(queues, run.request.sourceUrl, batch)));
  return errors.flat();
}

async function prepare(run: RedriveRun, { message, deathId }: ToSend): Promise<PreparedMessage> {
  const copy: OutgoingMessage = redrivenCopy(message.delivery, await attributesOf(run, message), deathId);
  return { jobId: message.id, message: copy };
}

/** Those of a copy that had no room for them stand in the message's own item. */
async function attributesOf(
  run: RedriveRun,
  message: DeadMessage,
): Promise<Readonly<Record<string, MessageAttribute>>> {
  const carried = originalAttributes(message.delivery.attributes);
  if (!hasKeptAttributes(message.delivery)) return carried;
  const stored = await run.ports.records.getMessage(
    message.diedAsMessage ? message.id : (message.content?.id ?? message.id),
  );
  return stored?.attributes ?? carried;
}
