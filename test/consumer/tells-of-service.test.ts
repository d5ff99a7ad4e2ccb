import { NotYetError } from 'millrace';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../millrace/consumer/outcome.ts';
import { OutcomeUnknownError, TooLittleTimeError } from '../../millrace/consumer/step-errors.ts';
import { tellsOfService } from '../../millrace/consumer/tells-of-service.ts';

const outcome = (changed: Partial<Outcome>): Outcome => ({
  ...{ name: 'dead', acknowledged: true, jobId: 'parcel.ship:p-1', attempt: 1 },
  ...changed,
});
const error = new Error('503');

describe('an outcome', () => {
  it.each<[string, Partial<Outcome>]>([
    ['failed', { name: 'failed', error }],
    ['spent its last attempt', { reason: 'attempts-spent', error }],
    ['spent its last attempt, and was not parked yet', { name: 'parking-failed', reason: 'attempts-spent', error }],
    ['failed, and waited too long for another attempt', { reason: 'waited-too-long', error }],
    ['failed in an effect that may have happened', { reason: 'outcome-unknown', error }],
  ])('tells that the service failed: it %s', (_what, told) => {
    expect(tellsOfService(outcome(told))).toBe('failed');
  });

  it('tells that the service works: it completed', () => {
    expect(tellsOfService(outcome({ name: 'completed' }))).toBe('completed');
  });

  it.each<[string, Partial<Outcome>]>([
    ['said not yet', { name: 'not-yet', error: new NotYetError('early', 1) }],
    ['said not yet too long', { reason: 'waited-too-long', error: new NotYetError('early', 1) }],
    ['said not yet too long, and was not parked', { name: 'parking-failed', reason: 'waited-too-long', error }],
    ['gave up for good', { reason: 'permanent-error', error }],
    ['returned what was refused', { reason: 'result-refused', error }],
    ['ran out of time between steps', { name: 'failed', error: new TooLittleTimeError('wait') }],
    ['can’t know what became of an effect', { reason: 'outcome-unknown', error: new OutcomeUnknownError('charge') }],
    ['goes on in the next run', { name: 'continued', error }],
    ['was a duplicate', { name: 'duplicate' }],
    ['lost its claim', { name: 'lost-claim' }],
    ['was not answered', { name: 'unanswered', error }],
    ['was cancelled', { name: 'cancelled', error }],
  ])('tells nothing of the service: it %s', (_what, told) => {
    expect(tellsOfService(outcome(told))).toBeUndefined();
  });

  it('tells nothing of the service where no attempt was made: it was parked under the death that stands', () => {
    const { attempt: _attempt, ...unrun } = outcome({ reason: 'attempts-spent' });
    expect(tellsOfService(unrun)).toBeUndefined();
  });
});
