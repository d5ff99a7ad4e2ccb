import type { JobDefinition } from '../definition/job-definition.ts';
import { utf8Bytes } from '../definition/utf8-bytes.ts';
import { recordExpiration } from './record-expiration.ts';
import type { RecordTable } from './record-table.ts';
import type { StepState, Steps } from './step-state.ts';

/** A larger result has an item of its own. */
const MOST_INLINE_BYTES = 256;
/** All of a job's steps within its record, so that this stays under 4 KiB. */
export const MOST_STEPS_BYTES = 1_400;

/** How much of a record its steps take. */
export function stepsBytes(steps: Steps): number {
  return Object.keys(steps).length === 0 ? 0 : utf8Bytes(JSON.stringify(steps));
}

/** A job's key is percent-encoded, so no record's id can look like this. */
function stepItemKey(recordId: string, step: string): string {
  return `${recordId}/step/${step}`;
}

/** What the record is to hold of a step's result; a large one is written to its own item first. */
export async function keepStepResult(
  records: RecordTable,
  job: Pick<JobDefinition, 'timing'>,
  result: { readonly recordId: string; readonly step: string; readonly json: string | undefined },
  nowMs: number,
): Promise<StepState> {
  const { recordId, step, json } = result;
  if (json === undefined) return { done: true };
  if (utf8Bytes(json) <= MOST_INLINE_BYTES) return { done: true, result: json };
  // A record is renewed by each write: twice its lifetime outlives it through a death, a redrive and another life.
  const expiration = recordExpiration(job, nowMs) + job.timing.recordLifetimeSeconds;
  await records.putStepResult(stepItemKey(recordId, step), { json, expiration });
  return { done: true, kept: true };
}

/** The JSON text of a finished step. `found` is false where its item is gone. */
export async function readStepResult(
  records: RecordTable,
  recordId: string,
  step: string,
  state: Extract<StepState, { done: true }>,
): Promise<{ readonly found: boolean; readonly json: string | undefined }> {
  if (!('kept' in state)) return { found: true, json: state.result };
  const kept = await records.getStepResult(stepItemKey(recordId, step));
  return { found: kept !== undefined, json: kept?.json };
}
