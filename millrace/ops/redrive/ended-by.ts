import { OperatorError } from '../operator-error.ts';
import type { RedriveReport } from './redrive-report.ts';

/** What a report tells of the error that ended its run. */
export function endedBy(error: unknown): NonNullable<RedriveReport['endedEarly']> {
  const message = error instanceof Error ? error.message : String(error);
  return { by: 'error', message, ...(error instanceof OperatorError ? { nextStep: error.nextStep } : {}) };
}
