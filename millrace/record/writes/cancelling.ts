import { absent, all, any, atLeast, below, equals, oneOf } from '../condition.ts';
import type { JobRecord } from '../job-record.ts';
import type { RecordWrite } from '../record-table.ts';
import { toIso, toSeconds, UNSENT_MARKS } from './job-content.ts';

/** Cancels a job that no run holds: from absent, `ACCEPTED` or `FAILED`. The record is not made to live shorter. */
export function cancelWaiting(
  job: { readonly id: string; readonly type: string },
  at: { readonly nowMs: number; readonly expiration: number },
): RecordWrite {
  const lives = all(atLeast('expiration', toSeconds(at.nowMs)), below('expiration', at.expiration + 1));
  const waits = all(oneOf('status', ['ACCEPTED', 'FAILED']), lives);
  return {
    id: job.id,
    when: any(absent('id'), waits),
    set: { type: job.type, status: 'CANCELLED', ended_at: toIso(at.nowMs), expiration: at.expiration },
    remove: ['due_at', 'cancel_requested', ...UNSENT_MARKS],
  };
}

/** Keeps the record of a cancelled job until a message of it that is yet to come has come. */
export function stayCancelled({ id }: Pick<JobRecord, 'id'>, expiration: number): RecordWrite {
  return { id, when: equals('status', 'CANCELLED'), set: { expiration } };
}

/** Asks the run that holds the job to end it as cancelled, unless it succeeds. */
export function requestCancel(id: string): RecordWrite {
  return { id, when: equals('status', 'INPROGRESS'), set: { cancel_requested: true } };
}
