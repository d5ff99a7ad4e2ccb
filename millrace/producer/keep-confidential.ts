import type { JobDefinition } from '../definition/job-definition.ts';
import type { Clock } from '../message/clock.ts';
import { type ConfidentialWritten, writeConfidential } from '../record/confidential-data.ts';
import type { ConfidentialTable } from '../record/confidential-table.ts';
import { ConfidentialConflictError, EnqueueError, JobOverError, notSentBehind } from './enqueue-errors.ts';
import type { PreparedMessage } from './prepare-message.ts';

export interface KeepingPorts {
  readonly clock: Clock;
  /** Asked for where there is something to write. */
  records(): Pick<ConfidentialTable, 'writeConfidential'>;
  /** So many at once, over all calls. */
  inTurn<Value>(write: () => Promise<Value>): Promise<Value>;
}

/** Writes each one's confidential data, before any is sent. What it could not be written for has its error in its place. */
export async function keepConfidential(
  job: JobDefinition,
  prepared: readonly (PreparedMessage | Error)[],
  ports: KeepingPorts,
): Promise<readonly (PreparedMessage | Error)[]> {
  if (job.confidential === undefined) return prepared;
  const kept = await Promise.all(prepared.map((one) => (one instanceof Error ? one : keepOne(job, one, ports))));
  return job.orderedBy === undefined ? kept : stopBehind(prepared, kept);
}

async function keepOne(
  job: JobDefinition,
  one: PreparedMessage,
  { clock, records, inTurn }: KeepingPorts,
): Promise<PreparedMessage | Error> {
  try {
    return orRefused(one, await inTurn(() => writeConfidential(records(), job, one, clock.now())));
  } catch (cause) {
    const why = `its confidential data was not written (${cause instanceof Error ? cause.name : 'unknown'})`;
    return new EnqueueError(one.jobId, why, { cause });
  }
}

function orRefused(one: PreparedMessage, written: ConfidentialWritten): PreparedMessage | Error {
  if (written === 'written') return one;
  return written === 'over' ? new JobOverError(one.jobId) : new ConfidentialConflictError(one.jobId);
}

/** Of a group, nothing is sent behind one that may yet be sent again. */
function stopBehind(
  prepared: readonly (PreparedMessage | Error)[],
  kept: readonly (PreparedMessage | Error)[],
): readonly (PreparedMessage | Error)[] {
  const stopped = new Map<string | undefined, string>();
  return kept.map((one, index) => {
    const given = prepared[index];
    if (given === undefined || given instanceof Error) return one;
    const { groupId } = given.message;
    const before = stopped.get(groupId);
    if (before !== undefined) return notSentBehind(given.jobId, before);
    if (one instanceof EnqueueError) stopped.set(groupId, given.jobId);
    return one;
  });
}
