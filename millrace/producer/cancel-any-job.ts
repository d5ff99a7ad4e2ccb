import type { JobDefinition } from '../definition/job-definition.ts';
import type { DelayedJobs } from '../message/delayed-jobs.ts';
import { type CancelAnswer, cancelJob } from '../record/cancel-job.ts';
import type { RecordTable } from '../record/record-table.ts';

interface CancelPorts {
  readonly records: RecordTable;
  readonly delays: DelayedJobs;
  /** Told of what could not be taken away: it comes, and is acknowledged unrun. */
  notDeleted(id: string, error: unknown): void;
}

/**
 * `cancelJob`, also of a job that waits outside of its queue: what waits is taken away, and the record that says it is
 * cancelled outlives the time at which it is due, should it come all the same.
 */
export async function cancelAnyJob(
  { records, delays, notDeleted }: CancelPorts,
  job: Pick<JobDefinition, 'type' | 'timing' | 'confidential' | 'orderedBy'>,
  id: string,
  nowMs: number,
): Promise<CancelAnswer> {
  // A FIFO queue takes nothing from EventBridge Scheduler.
  const waiting = job.orderedBy === undefined ? await delays.find(id) : undefined;
  const answer = await cancelJob(records, job, id, nowMs, waiting?.dueAtMs);
  // Also of one that has run before, or runs: what waits would run once its record is forgotten.
  if (waiting !== undefined && answer.kind !== 'contended') {
    await delays.delete(id).catch((error: unknown) => notDeleted(id, error));
  }
  return answer;
}
