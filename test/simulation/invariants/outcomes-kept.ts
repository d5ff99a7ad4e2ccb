import type { JobRecord } from '../../../millrace/record/job-record.ts';
import type { RecordWrite } from '../../../millrace/record/record-table.ts';
import type { Ledger, WriteSeen } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

/** More are kept of a job that is not completed; these schedules stay below. */
const KEPT_OF_THE_COMPLETED = 3;
const KEPT_AT_ALL = 10;
const UNCLAIMED = new Set(['received-too-often', 'waited-too-long']);

/** The record keeps what a run returned, and each failure with its attempt. */
export const outcomesKept: Invariant = {
  name: 'what a run came to is kept',
  onWrite(seen, ledger) {
    const { after } = seen;
    if (after.id.includes(':~') || seen.write.set.status === undefined) return undefined;
    const saw = wrongResult(seen, ledger) ?? wrongFailures(seen);
    return saw === undefined ? undefined : { job: after.id, saw };
  },
};

function wrongResult({ before, after }: WriteSeen, { claims, runs }: Ledger): string | undefined {
  if (after.status !== 'COMPLETED') return undefined;
  const run = claims.get(before?.fence ?? '')?.run;
  if (run === undefined) return 'completed, and nothing ran';
  // That deed's run returns nothing.
  if (run.does === 'act-at-most-once' && after.data === undefined) return undefined;
  const returned = JSON.stringify({ shippedAs: `${after.id}-${runs.indexOf(run)}` });
  return after.data === returned ? undefined : `the result is ${after.data}, ${returned} was returned`;
}

function wrongFailures({ before, after, write }: WriteSeen): string | undefined {
  const [had, has] = [before?.failures?.length ?? 0, after.failures?.length ?? 0];
  const added = failedAttempt(before, after, write);
  const most = after.status === 'COMPLETED' ? KEPT_OF_THE_COMPLETED : KEPT_AT_ALL;
  const expected = Math.min(most, had + (added === undefined ? 0 : 1));
  if (has !== expected && has < most) return `${has} failures are kept, ${expected} were seen: ${after.status}`;
  const last = after.failures?.at(-1)?.attempt;
  return added === undefined || last === added ? undefined : `the last failure is of attempt ${last}, not ${added}`;
}

/** The attempt that this write ends as a failed one. */
function failedAttempt(before: JobRecord | undefined, after: JobRecord, write: RecordWrite): number | undefined {
  // Past its expiry an open effect is told of as one more failure of the attempt that began it.
  if (before?.status === 'FAILED' && after.reason === 'outcome-unknown') return before.attempts;
  if (before?.status !== 'INPROGRESS' || write.add !== undefined) return undefined;
  const isLost = after.status === 'INPROGRESS' || after.reason === 'killed-its-host';
  if (isLost) return before.alone ? before.attempts : undefined;
  // Whoever lets a job die unclaimed knows nothing of the run that left its claim behind.
  const isUnclaimed = UNCLAIMED.has(after.reason ?? '') && write.set.failures === undefined;
  const isSettled = after.status === 'FAILED' || (after.status === 'DEAD' && !isUnclaimed);
  return isSettled ? before.attempts : undefined;
}
