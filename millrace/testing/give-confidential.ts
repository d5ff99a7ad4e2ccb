import type { JobDefinition } from '../definition/job-definition.ts';
import { wireConfidential } from '../definition/wire-confidential.ts';
import { ConfidentialConflictError, JobOverError } from '../producer/enqueue-errors.ts';
import { writeConfidential } from '../record/confidential-data.ts';
import type { ConfidentialTable } from '../record/confidential-table.ts';
import { payloadHash } from '../record/payload-hash.ts';

/** Writes a job's confidential data as a producer does before it sends. @throws what a producer throws. */
export async function giveConfidential(
  given: unknown,
  to: {
    readonly job: JobDefinition;
    readonly id: string;
    readonly records: ConfidentialTable;
    readonly nowMs: number;
  },
): Promise<void> {
  const { job, id: jobId, records, nowMs } = to;
  const wire = wireConfidential(job, given);
  const confidential = wire && { json: wire.json, hash: payloadHash(wire.value) };
  const written = await writeConfidential(records, job, { jobId, confidential, dueMs: nowMs }, nowMs);
  if (written === 'over') throw new JobOverError(jobId);
  if (written === 'other-data') throw new ConfidentialConflictError(jobId);
}
