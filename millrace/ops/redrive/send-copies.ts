import { hasKeptAttributes, originalAttributes, redrivenCopy } from '../../message/dead-letter-copy.ts';
import type { MessageAttribute } from '../../message/delivery.ts';
import { type Sendable, sendAll } from '../../producer/send-all.ts';
import type { DeadMessage } from './dead-message.ts';
import type { RedriveRun } from './redrive-run.ts';

export interface ToSend {
  readonly message: DeadMessage;
  readonly deathId: string;
}

/** Sends the copies to the job's queue; answers an error, or nothing, for each at its place. */
export async function sendCopies(run: RedriveRun, toSend: readonly ToSend[]): Promise<readonly (Error | undefined)[]> {
  const copies = await Promise.all(toSend.map((one) => copyOf(run, one)));
  return sendAll(run.ports.queues, run.request.sourceUrl, copies);
}

async function copyOf(run: RedriveRun, { message, deathId }: ToSend): Promise<Sendable> {
  return {
    jobId: message.id,
    message: redrivenCopy(message.delivery, await attributesOf(run, message), deathId),
  };
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
