import type { PayloadIssue } from '../definition/invalid-payload-error.ts';
import { isMessageRecordId, messageRecordId } from '../definition/job-id.ts';
import { attributesKeptIn, deadLetterCopy, deathIdOf } from '../message/dead-letter-copy.ts';
import type { Delivery } from '../message/delivery.ts';
import { renewConfidential } from '../record/confidential-data.ts';
import type { DeathReason } from '../record/job-record.ts';
import { keepMessage, messageItemKey } from '../record/message-item.ts';
import { recordExpiration } from '../record/record-expiration.ts';
import { dieAsMessage } from '../record/writes/unclaimed.ts';
import { seenBy, withFailure } from './failure-history.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';

/** Parks a message that holds no usable job. Dying again after a redrive, it keeps the death it had. */
export async function parkMessage(
  invocation: Invocation,
  delivery: Delivery,
  reason: DeathReason,
  issues: readonly PayloadIssue[] = [],
): Promise<Outcome> {
  const { job, ports } = invocation;
  const id = messageDeathOf(job.type, delivery) ?? messageRecordId(job.type, delivery.messageId);
  await storeMessage(invocation, { recordId: id, deathId: id }, delivery);
  const nowMs = ports.clock.now();
  const told = issues.map(({ path, message }) => `${path}: ${message}`);
  const explained = new UnusableMessageError(told.join('; ') || (WITHOUT_ISSUES[reason] ?? reason));
  await ports.records.update(
    dieAsMessage(id, job.type, {
      reason,
      nowMs,
      expiration: recordExpiration(job, nowMs),
      failures: withFailure(undefined, 0, explained, seenBy(invocation, nowMs)),
    }),
  );
  return park(invocation, delivery, { jobId: id, deathId: id, reason, issues, error: explained });
}

/** What is wrong with a message where there is no path to tell. */
const WITHOUT_ISSUES: Partial<Record<DeathReason, string>> = {
  unparseable: 'the body is not JSON',
  'too-deep': 'the body is nested too deeply',
  'unsafe-integer': 'the body holds an integer that JSON would round: send it as a string',
  'not-a-job': 'the body is JSON, but not the envelope of a job',
  'unknown-type': 'the body holds a job of another type than this queue’s',
  'newer-version': 'newer code wrote it, and this code waited for that in vain',
};

/** What SQS gives as a message's id; anything else in the attribute is nothing that we wrote. */
const MESSAGE_ID = /^[\w-]{1,100}$/;

/** The death of this very message, if it died before as one that holds no job. */
export function messageDeathOf(type: string, delivery: Delivery): string | undefined {
  const deathId = deathIdOf(delivery);
  if (deathId === undefined || !isMessageRecordId(type, deathId)) return undefined;
  return MESSAGE_ID.test(deathId.slice(messageRecordId(type, '').length)) ? deathId : undefined;
}

class UnusableMessageError extends Error {
  override readonly name = 'UnusableMessageError';
}

/** Before the death of a job is written: what a redrive of it needs is kept as long as that may come. */
export async function prepareDeath(
  invocation: Invocation,
  death: { readonly recordId: string; readonly deathId: string },
  delivery: Delivery,
): Promise<void> {
  const { job, ports } = invocation;
  await Promise.all([
    storeMessage(invocation, death, delivery),
    renewConfidential(ports.records, job, death.recordId, ports.clock.now()),
  ]);
}

/** Keeps a message that is about to be parked. */
async function storeMessage(
  { job, ports }: Invocation,
  death: { readonly recordId: string; readonly deathId: string },
  delivery: Delivery,
): Promise<void> {
  await keepMessage(ports.records, { ...death, recordExpiration: recordExpiration(job, ports.clock.now()) }, delivery);
}

/**
 * Sends the copy and lets the original go; where the send fails the original comes back and is parked again. `kept` is
 * where its attributes are, if it has no room for them.
 */
export async function park(
  invocation: Invocation,
  delivery: Delivery,
  death: {
    jobId: string;
    deathId: string;
    reason: DeathReason;
    attempt?: number;
    issues?: readonly PayloadIssue[];
    error?: unknown;
    ranMs?: number;
  },
  kept = { recordId: death.jobId, deathId: death.deathId },
): Promise<Outcome> {
  const { deathId: _, ...told } = death;
  try {
    const copy = deadLetterCopy(delivery, {
      ...death,
      messageKey: messageItemKey(kept.recordId, kept.deathId),
      ordered: invocation.job.orderedBy !== undefined,
    });
    // The death keeps the message that died of it. What another one has no room for is kept beside.
    const isBeside = kept.deathId !== death.deathId;
    if (isBeside && attributesKeptIn(copy) !== undefined) await storeMessage(invocation, kept, delivery);
    const refused = await invocation.ports.queues.send(invocation.settings.deadLetterQueueUrl, [copy]);
    const [failure] = refused;
    if (failure) throw new Error(`the dead-letter queue refused the copy: ${failure.code}`);
    return { name: 'dead', acknowledged: true, ...told };
  } catch (error) {
    return { name: 'parking-failed', acknowledged: false, ...told, error };
  }
}
