import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { againOnConflict } from '../../millrace/record/again-on-conflict.ts';

const about = { message: 'told', $metadata: {} };
const conflict = new TransactionConflictException(about);
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({ ...about, CancellationReasons: codes.map((Code) => ({ Code })) });

/** Fails as often as there are errors, then answers. */
function failing(...errors: unknown[]) {
  const calls = { made: 0 };
  const call = async () => {
    const error = errors[calls.made];
    calls.made += 1;
    if (error !== undefined) throw error;
    return 'done';
  };
  return { calls, call };
}

describe('a write that meets a transaction', () => {
  it.each([
    ['of another', [conflict, conflict]],
    ['while it is one itself', [cancelled('TransactionConflict', 'None')]],
  ])('is asked for again: %s', async (_what, errors) => {
    const { call, calls } = failing(...errors);
    expect(await againOnConflict(call)).toBe('done');
    expect(calls.made).toBe(errors.length + 1);
  });

  it('is given up after five times', async () => {
    const { call, calls } = failing(...Array.from({ length: 9 }, () => conflict));
    await expect(againOnConflict(call)).rejects.toBe(conflict);
    expect(calls.made).toBe(5);
  });

  it.each([
    ['a condition', cancelled('ConditionalCheckFailed', 'TransactionConflict')],
    ['a throttle', cancelled('None', 'ThrottlingError')],
    ['anything else', new Error('socket hang up')],
  ])('is not where %s stands against it', async (_what, error) => {
    const { call, calls } = failing(error);
    await expect(againOnConflict(call)).rejects.toBe(error);
    expect(calls.made).toBe(1);
  });
});
