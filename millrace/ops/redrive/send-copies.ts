import { attributesKeptIn, redrivenCopy } from '../../message/dead-letter-copy.ts';
import { type Sendable, sendAll } from '../../producer/send-all.ts';
import { besideDeath, keepMessage, messageItemKey, ownAttributes } from '../../record/message-item.ts';
import { recordExpiration } from '../../record/record-expiration.ts';
import type { DeadMessage } from './dead-message.ts';
import type { RedriveRun } from './redrive-run.ts';

export interface ToSend {
  readonly message: DeadMessage;
  readonly deathId: string;
}

/** Sends the copies to the job's queue; answers an error, or nothing, for each at its place. */
export async function sendCopies(run: RedriveRun, toSend: readonly ToSend[]): Promise<readonly (Error | undefined)[]> {
  // One whose attributes can't be read or kept keeps no other from being sent.
  const copies = await Promise.all(toSend.map((one) => copyOf(run, one).catch(asError)));
  return sendAll(run.ports.queues, run.request.sourceUrl, copies);
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

async function copyOf({ ports, request: { job } }: RedriveRun, { message, deathId }: ToSend): Promise<Sendable> {
  const { id, edited: delivery = message.delivery } = message;
  const keptIn = attributesKeptIn(delivery);
  // The death's own item is that of the message that died of it, which may be another.
  const beside = besideDeath(deathId, delivery.messageId);
  const copy = redrivenCopy(delivery, await ownAttributes(ports.records, job.type, delivery), {
    deathId,
    messageKey: keptIn ?? messageItemKey(id, beside),
    ordered: job.orderedBy !== undefined,
  });
  if (keptIn === undefined && attributesKeptIn(copy) !== undefined) {
    const death = { recordId: id, deathId: beside, recordExpiration: recordExpiration(job, ports.clock.now()) };
    await keepMessage(ports.records, death, delivery);
  }
  return { jobId: id, message: copy };
}
