import { saidOutcome } from '../definition/outcome-errors.ts';
import type { Outcome } from './outcome.ts';
import { OutcomeUnknownError, TooLittleTimeError } from './step-errors.ts';

/** Deaths of an attempt that failed; of other reasons the run said so itself, or there was none. */
const OF_A_FAILED_ATTEMPT: readonly unknown[] = ['attempts-spent', 'waited-too-long', 'outcome-unknown'];

/**
 * What an outcome tells of whatever the job calls. A run that said "not yet" or "never", whose result was refused, or
 * that ran out of time between its steps tells nothing; neither does a delivery that was not run.
 */
export function tellsOfService(outcome: Outcome): 'completed' | 'failed' | undefined {
  if (outcome.name === 'completed') return 'completed';
  return isFailedAttempt(outcome) && !isOurs(outcome.error) ? 'failed' : undefined;
}

function isFailedAttempt({ name, attempt, reason }: Outcome): boolean {
  if (name === 'failed') return true;
  if (attempt === undefined || !OF_A_FAILED_ATTEMPT.includes(reason)) return false;
  // Of a copy that could not be parked the error is the queue's: what the handler said is not known any more.
  return name === 'dead' || reason === 'attempts-spent';
}

function isOurs(error: unknown): boolean {
  const isOfSteps = error instanceof OutcomeUnknownError || error instanceof TooLittleTimeError;
  return isOfSteps || saidOutcome(error)?.kind === 'not-yet';
}
