import type { PayloadIssue } from '../definition/invalid-payload-error.ts';
import type { JobRecord, JobStatus } from '../record/job-record.ts';
import { besideDeath } from '../record/message-item.ts';
import { unknownEffects } from '../record/step-state.ts';
import type { DeliveredJob } from './claim-job.ts';
import { deferMessage } from './defer-message.ts';
import type { Found } from './found-record.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome, OutcomeName } from './outcome.ts';
import { park, parkMessage } from './parking.ts';
import { waitForClaim } from './wait-for-claim.ts';
import { whenErased } from './when-erased.ts';

/** A message does what the record it found says. */
export async function follow(
  invocation: Invocation,
  delivered: DeliveredJob,
  found: Found,
  record: JobRecord,
): Promise<Outcome> {
  switch (found) {
    case 'other-content':
      return parkMessage(invocation, delivered.delivery, 'other-content', [otherContent(record)]);
    case 'live':
      return waitForClaim(invocation, delivered, record);
    case 'ended':
      return whenErased(invocation, record, duplicate(record));
    case 'dead':
      return parkAgain(invocation, delivered, record);
    case 'unknown':
      return deferMessage(invocation, delivered.delivery, 'unknown-status');
    // The record moved between two of our writes: left to the lease, and looked at anew.
    default:
      return { name: 'deferred', acknowledged: false, jobId: record.id, reason: 'contended' };
  }
}

function otherContent({ id }: JobRecord): PayloadIssue {
  return { path: '(key)', message: `${id} stands there with another payload` };
}

const ENDED_AS: Partial<Record<JobStatus, OutcomeName>> = { EXPIRED: 'expired', CANCELLED: 'cancelled' };

function duplicate(record: JobRecord): Outcome {
  const result = record.data === undefined ? {} : { result: record.data };
  return {
    name: ENDED_AS[record.status] ?? 'duplicate',
    acknowledged: true,
    jobId: record.id,
    ...result,
    ...unknownEffects(record.steps),
  };
}

/** Whatever death the message carries, it is parked under the one that stands. */
function parkAgain(invocation: Invocation, delivered: DeliveredJob, record: JobRecord): Promise<Outcome> {
  const { id, death_id: deathId, reason } = record;
  if (deathId === undefined || reason === undefined) throw new Error(`${id} is dead without a death id or a reason`);
  const { delivery } = delivered;
  const kept = { recordId: id, deathId: besideDeath(deathId, delivery.messageId) };
  return park(invocation, delivery, { jobId: id, deathId, reason }, kept);
}
