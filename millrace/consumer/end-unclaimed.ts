import type { DeathReason, Failure } from '../record/job-record.ts';
import type { RecordWrite } from '../record/record-table.ts';
import { dieUnclaimed as deathWrite, expire } from '../record/writes/unclaimed.ts';
import type { DeliveredJob } from './claim-job.ts';
import { follow } from './follow-found.ts';
import { classifyFound } from './found-record.ts';
import { type Invocation, recordExpiration } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { park, storeMessage } from './parking.ts';

/** The death of a job that no run holds. Where something stands against it, that is followed instead. */
export async function dieUnclaimed(
  invocation: Invocation,
  delivered: DeliveredJob,
  { reason, failures }: { readonly reason: DeathReason; readonly failures: readonly Failure[] },
): Promise<Outcome> {
  const { content } = delivered.job;
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
  if (written || record === undefined) return ended();
  const message = { content: delivered.job.content, deathId: delivered.deathId };
  const found = classifyFound(record, message, invocation.ports.clock.now());
  // Dead already, whichever copy this is: it is parked under the death that stands.
  return follow(invocation, delivered, found === 'redriven' ? 'dead' : found, record);
}
