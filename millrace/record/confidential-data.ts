import type { JobDefinition } from '../definition/job-definition.ts';
import { absent, all, any, atLeast, below, type Condition, equals, oneOf } from './condition.ts';
import type { ConfidentialTable, ConfidentialWrite } from './confidential-table.ts';
import type { JobRecord, StoredConfidential } from './job-record.ts';
import { recordExpiration } from './record-expiration.ts';
import { isForgotten } from './update-unclaimed.ts';
import { toSeconds } from './writes/job-content.ts';

/** It outlives any record of its job by a day. */
const OUTLIVES_SECONDS = 86_400;

/** Whether a job never runs again. */
export function isOver({ status }: Pick<JobRecord, 'status'>): boolean {
  return status === 'COMPLETED' || status === 'CANCELLED' || status === 'EXPIRED';
}

/** A job's key is percent-encoded, so no record's id can look like this. */
export function confidentialKey(recordId: string): string {
  return `${recordId}/confidential`;
}

/** What of a prepared job its confidential data is written from. */
export interface PreparedConfidential {
  readonly jobId: string;
  /** Absent where the job has none. */
  readonly confidential?: { readonly json: string; readonly hash: string } | undefined;
  /** When the job may first be received. */
  readonly dueMs: number;
}

/** `over`: the job has ended, and takes none any more. */
export type ConfidentialWritten = 'written' | 'other-data' | 'over';

/**
 * Writes the confidential data of a prepared job, before it is sent: written again it stays as it is, and other data for
 * the same job is refused. Answers `written` too where the job has none. @throws where the table gave no answer.
 */
export async function writeConfidential(
  records: Pick<ConfidentialTable, 'writeConfidential'>,
  job: Pick<JobDefinition, 'timing'>,
  { jobId: id, confidential, dueMs }: PreparedConfidential,
  nowMs: number,
): Promise<ConfidentialWritten> {
  if (confidential === undefined) return 'written';
  const written = toSeconds(nowMs);
  const put: StoredConfidential = {
    ...{ confidential: confidential.json, hash: confidential.hash, written },
    expiration: confidentialExpiration(job, dueMs),
  };
  const isSame = equals('hash', put.hash);
  const write: ConfidentialWrite = { id, key: confidentialKey(id), whenRecord: mayRun(written), when: isSame };
  // A job sent for later keeps its data until then, also where it is sent again for now.
  const isShorter = all(isSame, below('expiration', put.expiration));
  const isFree = any(absent('id'), below('expiration', written), isShorter);
  const first = await records.writeConfidential({ ...write, when: isFree, put });
  const answer = first === 'refused-by-data' ? await records.writeConfidential(write) : first;
  if (answer === 'held') return 'written';
  return answer === 'refused-by-data' ? 'other-data' : 'over';
}

/** The data as the producer's JSON; undefined where it was never written, or is erased. */
export async function readConfidential(
  records: Pick<ConfidentialTable, 'getConfidential'>,
  id: string,
  nowMs: number,
): Promise<string | undefined> {
  const found = await records.getConfidential(confidentialKey(id));
  return found === undefined || isForgotten(found, nowMs) ? undefined : found.confidential;
}

/** Before each death: a redrive finds it. */
export async function renewConfidential(
  records: Pick<ConfidentialTable, 'renewConfidential'>,
  job: Pick<JobDefinition, 'confidential' | 'timing'>,
  id: string,
  nowMs: number,
): Promise<void> {
  if (job.confidential === undefined) return;
  const expiration = confidentialExpiration(job, nowMs);
  const isAlive = all(atLeast('expiration', toSeconds(nowMs)), below('expiration', expiration));
  await records.renewConfidential(confidentialKey(id), expiration, isAlive);
}

/**
 * Once the job is over, and that is written. A record past its lifetime leaves its key to a new job, whose data was
 * written after that: `recordExpiration`, of the record that is over, tells the two apart however late this arrives.
 */
export async function eraseConfidential(
  records: Pick<ConfidentialTable, 'eraseConfidential'>,
  job: Pick<JobDefinition, 'confidential'>,
  over: { readonly id: string; readonly expiration: number },
): Promise<void> {
  if (job.confidential === undefined) return;
  await records.eraseConfidential(confidentialKey(over.id), below('written', over.expiration + 1));
}

function confidentialExpiration(job: Pick<JobDefinition, 'timing'>, dueMs: number): number {
  return recordExpiration(job, dueMs) + OUTLIVES_SECONDS;
}

/** Of the record: absent, past its lifetime, or of a job that is not over. */
function mayRun(nowSeconds: number): Condition {
  const waitsOrRuns = oneOf('status', ['ACCEPTED', 'INPROGRESS', 'FAILED', 'DEAD']);
  return any(absent('id'), below('expiration', nowSeconds), waitsOrRuns);
}
