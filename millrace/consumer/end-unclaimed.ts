import type { DeathReason, Failure, JobRecord } from '../record/job-record.ts';
import { recordExpiration } from '../record/record-expiration.ts';
import type { RecordWrite } from '../record/record-table.ts';
import { unfinishedSteps } from '../record/step-state.ts';
import { updateUnclaimed } from '../record/update-unclaimed.ts';
import { cancelLapsed, dieLapsed, dieUnclaimed, expire, expireStepped } from '../record/writes/unclaimed.ts';
import { type DeliveredJob, findingMessage } from './claim-job.ts';
import { seenBy, withFailure } from './failure-history.ts';
import { follow } from './follow-found.ts';
import { classifyFound, type Found } from './found-record.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { prepareDeath } from './parking.ts';
import { OutcomeUnknownError } from './step-errors.ts';

/** The death of a job that no run holds. */
export async function endAsDead(
  invocation: Invocation,
  delivered: DeliveredJob,
  cause: { readonly reason: DeathReason; readonly failures?: readonly Failure[]; readonly lapsed?: JobRecord },
): Promise<Outcome> {
  const { content } = delivered.job;
  const { reason, failures, lapsed } = cause;
  const deathId = invocation.ports.newId();
  await prepareDeath(invocation, { recordId: content.id, deathId }, delivered.delivery);
  const nowMs = invocation.ports.clock.now();
  const death = { reason, failures, deathId, nowMs, expiration: recordExpiration(invocation.job, nowMs) };
  const write = lapsed === undefined ? dieUnclaimed(content, death) : dieLapsed(lapsed, content, death);
  return endUnclaimed(invocation, delivered, write);
}

/** A job past its expiry is dropped unrun, and its record says so. */
export async function endAsExpired(invocation: Invocation, delivered: DeliveredJob): Promise<Outcome> {
  const { content } = delivered.job;
  const nowMs = invocation.ports.clock.now();
  const write = expire(content, { nowMs, expiration: recordExpiration(invocation.job, nowMs) });
  return endUnclaimed(invocation, delivered, write);
}

/** A job that nobody wants any more, and that no run holds. */
export async function endAsCancelled(
  invocation: Invocation,
  delivered: DeliveredJob,
  read: JobRecord,
): Promise<Outcome> {
  const nowMs = invocation.ports.clock.now();
  const write = cancelLapsed(read, { nowMs, expiration: recordExpiration(invocation.job, nowMs) });
  return endUnclaimed(invocation, delivered, write);
}

/** What stands there then is followed, whether it is this end or another. */
async function endUnclaimed(invocation: Invocation, delivered: DeliveredJob, write: RecordWrite): Promise<Outcome> {
  const { records, clock } = invocation.ports;
  const { record } = await updateUnclaimed(records, write, clock.now());
  if (record === undefined) throw new Error(`the end of ${write.id} was refused, and no record stands there`);
  const found = foundFor(invocation, delivered, record);
  if (found === 'lapsed' || found === 'waiting') {
    if (record.cancel_requested && write.set.status !== 'CANCELLED') {
      return endAsCancelled(invocation, delivered, record);
    }
    if (write.set.status === 'EXPIRED') return expireAsRead(invocation, delivered, record);
  }
  return follow(invocation, delivered, found, record);
}

/** Past its expiry nothing is run any more, and nobody would ask whether an effect happened that began: a person has to. */
async function expireAsRead(invocation: Invocation, delivered: DeliveredJob, read: JobRecord): Promise<Outcome> {
  const nowMs = invocation.ports.clock.now();
  const [effect] = unfinishedSteps(read.steps);
  if (effect !== undefined) {
    const unknown = new OutcomeUnknownError(`step ${effect} began, and its job expired before its end was known`);
    const failures = withFailure(read, read.attempts ?? 1, unknown, seenBy(invocation, nowMs));
    return endAsDead(invocation, delivered, { reason: 'outcome-unknown', failures });
  }
  const at = { nowMs, expiration: recordExpiration(invocation.job, nowMs) };
  const { content } = delivered.job;
  return endUnclaimed(invocation, delivered, expireStepped(read, content, at));
}

/** Dead already, whichever copy this is: it is parked under the death that stands. */
function foundFor(invocation: Invocation, delivered: DeliveredJob, record: JobRecord): Found {
  const found = classifyFound(record, findingMessage(delivered), invocation.ports.clock.now());
  return found === 'redriven' ? 'dead' : found;
}
