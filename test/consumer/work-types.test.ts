import { defineJob } from 'millrace';
import { consume } from 'millrace/consumer';
import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';

const once = { atMostOnce: true, longestRequestSeconds: 4 } as const;
const spec = {
  ...({ type: 'a.b', owner: 'o', idempotencyKey: 'id', replay: { rule: 'safe' } } as const),
  payload: z.object({ id: z.string() }),
};
const withResult = defineJob({ ...spec, result: z.object({ fileId: z.string() }) });
const withoutResult = defineJob(spec);

describe('the types of a handler', () => {
  it('ask for the result that its job declares', () => {
    const right = () => consume(withResult, async ({ payload }) => ({ fileId: payload.id }));
    // @ts-expect-error: the return was forgotten.
    const forgotten = () => consume(withResult, async () => undefined);
    // @ts-expect-error: nothing is returned.
    const nothing = () => consume(withResult, async ({ logger }) => logger.info('done'));
    // @ts-expect-error: a typo in the result.
    const typo = () => consume(withResult, () => ({ fileID: 'f' }));
    // @ts-expect-error: no field of the payload.
    const field = () => consume(withResult, ({ payload }) => ({ fileId: payload.fileId }));
    expectTypeOf([right, forgotten, nothing, typo, field]).toBeArray();
  });

  it('ask for nothing where none is declared', () => {
    const nothing = () => consume(withoutResult, async ({ logger }) => logger.info('done'));
    const something = () => consume(withoutResult, () => ({ anything: 1 }));
    expectTypeOf([nothing, something]).toBeArray();
  });
});

describe('the types of a step', () => {
  it('give what its work returns, whether it is async or not', () => {
    const right = () =>
      consume(withoutResult, async ({ step }) => {
        expectTypeOf(await step('a', () => 1)).toEqualTypeOf<number>();
        expectTypeOf(await step('b', async () => ({ fileId: 'f' }))).toEqualTypeOf<{ fileId: string }>();
        expectTypeOf(await step('c', async () => undefined)).toEqualTypeOf<undefined>();
        expectTypeOf(
          await step('d', ({ effectKey, signal }) => [effectKey, signal.aborted] as const, once),
        ).toEqualTypeOf<readonly [string, boolean]>();
      });
    expectTypeOf(right).toBeFunction();
  });

  it('ask a reconcile for the result of the work that it stands for', () => {
    const right = () =>
      consume(withoutResult, ({ step }) =>
        step('a', async () => ({ chargeId: 'c' }), {
          ...once,
          reconcile: async ({ effectKey, startedAt }) => {
            if (startedAt > new Date()) return { done: 'unknown' };
            return effectKey === '' ? { done: false } : { done: true, result: { chargeId: effectKey } };
          },
        }),
      );
    const other = () =>
      consume(withoutResult, ({ step }) =>
        // @ts-expect-error: another result than the work's.
        step('a', async () => ({ chargeId: 'c' }), { ...once, reconcile: () => ({ done: true, result: { id: 1 } }) }),
      );
    const missing = () =>
      consume(withoutResult, ({ step }) =>
        // @ts-expect-error: done, and no result.
        step('a', async () => ({ chargeId: 'c' }), { ...once, reconcile: () => ({ done: true }) }),
      );
    expectTypeOf([right, other, missing]).toBeArray();
  });

  it('ask for the longest request of an effect that must not happen twice', () => {
    // @ts-expect-error: how long may it take effect?
    const forgotten = () => consume(withoutResult, ({ step }) => step('a', () => 1, { atMostOnce: true }));
    expectTypeOf(forgotten).toBeFunction();
  });
});
