import { describe, expect, it } from 'vitest';
import { NotYetError, PermanentError, RetryLaterError, saidOutcome } from '../../millrace/definition/outcome-errors.ts';

/** The same module once more, as where two copies of the library are installed. */
const secondCopy = '../../millrace/definition/outcome-errors.ts?second-copy';
const other: typeof import('../../millrace/definition/outcome-errors.ts') = await import(/* @vite-ignore */ secondCopy);

describe('what a handler says by an error', () => {
  it.each([
    ['permanent', new PermanentError('never'), new other.PermanentError('never'), { kind: 'permanent' }],
    [
      'to come later',
      new RetryLaterError('busy', 7),
      new other.RetryLaterError('busy', 7),
      { kind: 'retry-later', seconds: 7 },
    ],
    ['not yet', new NotYetError('early', 9), new other.NotYetError('early', 9), { kind: 'not-yet', seconds: 9 }],
  ])('is understood from another copy of the library, too: %s', (_what, own, foreign, said) => {
    expect(foreign.constructor).not.toBe(own.constructor);
    expect([saidOutcome(own), saidOutcome(foreign)]).toEqual([said, said]);
  });

  it.each([
    ['an error of that name alone', Object.assign(new Error('never'), { name: 'PermanentError' })],
    ['any other error', new Error('never')],
    ['a text', 'PermanentError'],
    ['nothing', undefined],
    ['null', null],
  ])('is nothing where it is %s', (_what, thrown) => {
    expect(saidOutcome(thrown)).toBeUndefined();
  });
});
