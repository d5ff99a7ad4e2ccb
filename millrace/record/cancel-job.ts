import type { JobDefinition } from '../definition/job-definition.ts';
import { eraseConfidential } from './confidential-data.ts';
import type { JobStatus } from './job-record.ts';
import { recordExpiration } from './record-expiration.ts';
import type { RecordTable } from './record-table.ts';
import { unknownEffects } from './step-state.ts';
import { isForgotten, updateUnclaimed } from './update-unclaimed.ts';
import { cancelWaiting, requestCancel, stayCancelled } from './writes/cancelling.ts';

/** What came of the wish to cancel a job. */
export type CancelAnswer =
  /** It will not run. */
  | ({ readonly kind: 'cancelled' } & MayHaveHappened)
  /** A run holds it: unless that succeeds, the job ends cancelled. */
  | ({ readonly kind: 'cancelling' } & MayHaveHappened)
  /** It is in the dead-letter queue, where it is discarded, not cancelled. */
  | { readonly kind: 'dead' }
  | { readonly kind: 'ended'; readonly status: JobStatus }
  /** It moved from one state to the next each time it was looked at: ask again. */
  | { readonly kind: 'contended' };

/** Steps that began and have no known end; absent where there are none. */
interface MayHaveHappened {
  readonly unknownEffects?: readonly string[];
}

const TRIES = 5;

/**
 * Cancels a job before it runs, or asks the run that holds it; what is cancelled here loses its confidential data at
 * once. Asked again, it answers the same. `dueMs`: when a message of it is yet to come.
 */
export async function cancelJob(
  records: RecordTable,
  job: Pick<JobDefinition, 'type' | 'timing' | 'confidential'>,
  id: string,
  nowMs: number,
  dueMs?: number,
): Promise<CancelAnswer> {
  let expiration = recordExpiration(job, dueMs ?? nowMs);
  for (let tried = 0; tried < TRIES; tried += 1) {
    const cancel = cancelWaiting({ id, type: job.type }, { nowMs, expiration });
    const { record } = await updateUnclaimed(records, cancel, nowMs);
    if (record === undefined || isForgotten(record, nowMs)) continue;
    if (record.status === 'CANCELLED') {
      if (dueMs !== undefined && record.expiration < expiration)
        await records.update(stayCancelled(record, expiration));
      await eraseConfidential(records, job, record);
      return { kind: 'cancelled', ...unknownEffects(record.steps) };
    }
    if (record.status === 'DEAD') return { kind: 'dead' };
    if (record.status === 'ACCEPTED' || record.status === 'FAILED') {
      // Saved with a long delay, its message may be yet to come: it finds the job cancelled.
      expiration = Math.max(expiration, record.expiration);
      continue;
    }
    if (record.status !== 'INPROGRESS') return { kind: 'ended', status: record.status };
    const asked = await records.update(requestCancel(id));
    if (asked.written) return { kind: 'cancelling', ...unknownEffects(asked.record.steps) };
  }
  return { kind: 'contended' };
}
