import type { JobDefinition } from '../definition/job-definition.ts';
import { utf8Bytes } from '../definition/utf8-bytes.ts';
import type { HeldClaim } from './job-record.ts';
import { recordExpiration } from './record-expiration.ts';
import type { RecordTable } from './record-table.ts';
import type { StepState, Steps } from './step-state.ts';

/** A larger result has an item of its own. */
const MOST_INLINE_BYTES = 256;
/** Once its steps take this much of a record, every further result has an item of its own: it leaves room for many. */
const INLINE_UNTIL_BYTES = 700;
/** All of a job's steps within its record, so that this stays under 4 KiB. */
export const MOST_STEPS_BYTES = 1_400;
/** A fence is random: so much of it tells the runs of one job apart. */
const RUN_MARK_LENGTH = 8;

/** How much of a record its steps take. */
export function stepsBytes(steps: Steps): number {
  return utf8Bytes(JSON.stringify(steps));
}

/**
 * A job's key is percent-encoded, so no record's id can look like this. Each run has items of its own: one that lost
 * its claim, and does not know it yet, must not change what a later run has stored.
 */
function stepItemKey(recordId: string, step: string, run: string): string {
  return `${recordId}/step/${step}/${run}`;
}

/** What the record is to hold of a step's result beside the other steps; a large one is written to its own item first. */
export async function keepStepResult(
  records: RecordTable,
  job: Pick<JobDefinition, 'timing'>,
  result: {
    readonly held: HeldClaim;
    readonly step: string;
    readonly json: string | undefined;
    readonly beside: Steps;
  },
  nowMs: number,
): Promise<StepState> {
  const { held, step, json, beside } = result;
  if (json === undefined) return { done: true };
  const run = held.fence.slice(0, RUN_MARK_LENGTH);
  const inline: StepState = { done: true, result: json };
  const kept: StepState = { done: true, kept: run };
  const isSmall =
    utf8Bytes(json) <= MOST_INLINE_BYTES && stepsBytes({ ...beside, [step]: inline }) <= INLINE_UNTIL_BYTES;
  if (isSmall || stepsBytes({ [step]: inline }) <= stepsBytes({ [step]: kept })) return inline;
  // A record is renewed by each write: twice its lifetime outlives it through a death, a redrive and another life.
  const expiration = recordExpiration(job, nowMs) + job.timing.recordLifetimeSeconds;
  await records.putStepResult(stepItemKey(held.id, step, run), { json, expiration });
  return kept;
}

/** The JSON text of a finished step. `found` is false where its item is gone. */
export async function readStepResult(
  records: RecordTable,
  recordId: string,
  step: string,
  state: Extract<StepState, { done: true }>,
): Promise<{ readonly found: boolean; readonly json: string | undefined }> {
  if (!('kept' in state)) return { found: true, json: state.result };
  const kept = await records.getStepResult(stepItemKey(recordId, step, state.kept));
  return { found: kept !== undefined, json: kept?.json };
}
