import type { DeathReason, Failure, JobRecord } from '../record/job-record.ts';
import type { RecordWrite } from '../record/record-table.ts';
import { dieUnclaimed as deathWrite, expire } from '../record/writes/unclaimed.ts';
import type { DeliveredJob } from './claim-job.ts';
import { follow } from './follow-found.ts';
import { classifyFound, type Found } from './found-record.ts';
import { type Invocation, recordExpiration } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { park, storeMessage } from './parking.ts';

/** The death of a job that no run holds. Where something stands against it, that is followed instead. */
export async function dieUnclaimed(
  invocation: Invocation,
  delivered: DeliveredJob,
  { reason, failures }: { readonly reason: DeathReason; readonly failures?: readonly Failure[] },
): Promise<Outcome> {
  const { content } = delivered.job;
  const standing = await standingAgainst(invocation, delivered);
  if (standing) return follow(invocation, delivered, standing.found, standing.record);
  await storeMessage(invocation, content.id, delivered.delivery);
  const deathId = invocation.ports.newId();
  const nowMs = invocation.ports.clock.now();
  const expiration = recordExpiration(invocation.job, nowMs);
  return endUnclaimed(
    invocation,
    delivered,
    deathWrite(content, { reason, failures, deathId, nowMs, expiration }),
    () => park(invocation, delivered.delivery, { jobId: content.id, deathId, reason }),
  );
}

/** A job past its expiry is dropped unrun, and its record says so. */
export async function expireUnclaimed(invocation: Invocation, delivered: DeliveredJob): Promise<Outcome> {
  const { content } = delivered.job;
  const nowMs = invocation.ports.clock.now();
  const write = expire(content, { nowMs, expiration: recordExpiration(invocation.job, nowMs) });
  return endUnclaimed(invocation, delivered, write, async () => ({
    name: 'expired',
    acknowledged: true,
    jobId: content.id,
  }));
}

async function endUnclaimed(
  invocation: Invocation,
  delivered: DeliveredJob,
  write: RecordWrite,
  ended: () => Promise<Outcome>,
): Promise<Outcome> {
  const { written, record } = await invocation.ports.records.update(write);
  if (written) return ended();
  if (record === undefined) throw new Error(`the end of ${write.id} was refused, and no record stands there`);
  return follow(invocation, delivered, foundFor(invocation, delivered, record), record);
}

const NOTHING_AGAINST: ReadonlySet<Found> = new Set<Found>(['waiting', 'lapsed', 'forgotten']);

/**
 * The message item is written before the death and can't be fenced: without this look, a message of other content
 * would replace the kept message of a job that died before.
 */
async function standingAgainst(invocation: Invocation, delivered: DeliveredJob) {
  const record = await invocation.ports.records.get(delivered.job.content.id);
  if (record === undefined) return undefined;
  const found = foundFor(invocation, delivered, record);
  return NOTHING_AGAINST.has(found) ? undefined : { found, record };
}

/** Dead already, whichever copy this is: it is parked under the death that stands. */
function foundFor(invocation: Invocation, delivered: DeliveredJob, record: JobRecord): Found {
  const message = { content: delivered.job.content, deathId: delivered.deathId };
  const found = classifyFound(record, message, invocation.ports.clock.now());
  return found === 'redriven' ? 'dead' : found;
}
