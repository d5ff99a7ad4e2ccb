import type { JobRecord } from './job-record.ts';
import type { RecordTable, RecordWrite, WriteAnswer } from './record-table.ts';
import { toSeconds } from './writes/job-content.ts';
import { overForgotten } from './writes/unclaimed.ts';

/** The end of a job that no run holds; a second update where a record past its lifetime stands there. */
export async function updateUnclaimed(records: RecordTable, write: RecordWrite, nowMs: number): Promise<WriteAnswer> {
  const answer = await records.update(write);
  if (answer.written || answer.record === undefined || !isForgotten(answer.record, nowMs)) return answer;
  return records.update(overForgotten(write, answer.record));
}

/** Past its lifetime: DynamoDB may hold it a while longer, and nobody believes it. */
export function isForgotten(record: Pick<JobRecord, 'expiration'>, nowMs: number): boolean {
  return record.expiration < toSeconds(nowMs);
}
