import { defineJob } from 'millrace';
import { consume } from 'millrace/consumer';
import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';

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
