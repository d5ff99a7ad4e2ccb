import type { JobDefinition } from '../definition/job-definition.ts';
import { saidOutcome } from '../definition/outcome-errors.ts';
import type { Delivery } from '../message/delivery.ts';
import type { DeathReason } from '../record/job-record.ts';
import { unfinishedSteps } from '../record/step-state.ts';
import { backoffSeconds, deferralSeconds, type Hiding, planHide } from './hiding.ts';
import { ResultRefusedError } from './result-refused-error.ts';
import type { RunSteps } from './run-steps.ts';
import { OutcomeUnknownError, TooLittleTimeError } from './step-errors.ts';

/** What becomes of a run that threw. */
export type FailureDecision =
  | { readonly kind: 'die'; readonly reason: DeathReason }
  | { readonly kind: 'retry'; readonly seconds: number }
  | { readonly kind: 'not-yet'; readonly seconds: number }
  | { readonly kind: 'continue'; readonly seconds: number };

export interface FailedRun {
  readonly attempt: number;
  readonly error: unknown;
  readonly delivery: Delivery;
  readonly steps: Pick<RunSteps, 'states' | 'hasFinishedOne'>;
  readonly nowMs: number;
}

export function decideFailure(job: JobDefinition, run: FailedRun, random: number): FailureDecision {
  const { attempt, error, delivery, steps, nowMs } = run;
  const hide = (seconds: number) => planHide(job.timing, delivery, nowMs, seconds);
  const said = saidOutcome(error);
  if (said?.kind === 'not-yet') {
    return waitOrDie('not-yet', hide(deferralSeconds(delivery, nowMs, usable(said.seconds) ?? 0, random)));
  }
  if (error instanceof TooLittleTimeError && steps.hasFinishedOne) return waitOrDie('continue', hide(0));
  if (error instanceof OutcomeUnknownError) return { kind: 'die', reason: 'outcome-unknown' };
  if (error instanceof ResultRefusedError) return { kind: 'die', reason: 'result-refused' };
  if (said?.kind === 'permanent') return { kind: 'die', reason: 'permanent-error' };
  if (attempt >= job.maxAttempts) return { kind: 'die', reason: reasonOfSpent(steps) };
  const asked = said?.kind === 'retry-later' ? usable(said.seconds) : undefined;
  return waitOrDie('retry', hide(asked ?? backoffSeconds(job.backoff, attempt, random)));
}

/** With its last attempt gone, an effect that may have happened is what a person has to know first. */
function reasonOfSpent({ states }: Pick<RunSteps, 'states'>): DeathReason {
  return unfinishedSteps(states).length > 0 ? 'outcome-unknown' : 'attempts-spent';
}

function waitOrDie(kind: 'retry' | 'not-yet' | 'continue', hiding: Hiding): FailureDecision {
  return hiding.kind === 'hide' ? { kind, seconds: hiding.seconds } : { kind: 'die', reason: 'waited-too-long' };
}

/** A handler's number of seconds where it is one; a nonsense value falls back to the job's own backoff. */
function usable(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
