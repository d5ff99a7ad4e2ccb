import { saidOutcome } from '../definition/outcome-errors.ts';
import type { Outcome } from './outcome.ts';

/**
 * What an outcome tells of whatever the job calls. A run that said "not yet" or "never", or whose result was refused,
 * tells nothing; neither does a delivery that was not run.
 */
export function tellsOfService(outcome: Outcome): 'completed' | 'failed' | undefined {
  if (outcome.name === 'completed') return 'completed';
  if (outcome.name === 'failed') return 'failed';
  if (outcome.attempt === undefined || !['dead', 'parking-failed'].includes(outcome.name)) return undefined;
  if (outcome.reason === 'attempts-spent') return 'failed';
  // Of a copy that could not be parked the error is the queue's: what the handler said is not known any more.
  const isOwnError = outcome.name === 'dead' && outcome.reason === 'waited-too-long';
  return isOwnError && saidOutcome(outcome.error)?.kind !== 'not-yet' ? 'failed' : undefined;
}
