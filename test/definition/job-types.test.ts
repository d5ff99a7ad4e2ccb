import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import {
  allow,
  defineJob,
  type JobDefinition,
  type PayloadInput,
  type PayloadOutput,
  type ResultInput,
  type ResultOutput,
} from '../../millrace/definition/index.ts';

const job = defineJob({
  type: 'report.generate',
  owner: 'insights',
  payload: z.object({
    reportId: z.string(),
    locale: z.string().default('en'),
    from: z.iso.datetime().pipe(z.coerce.date()),
    text: allow(z.string(), 'a template name').optional(),
  }),
  result: z.object({ fileId: z.string(), pages: z.int().default(1) }),
  idempotencyKey: 'reportId',
  replay: { rule: 'safe' },
});

describe('the types of a job', () => {
  it('come from its file, without a generic', () => {
    expectTypeOf(job.type).toEqualTypeOf<'report.generate'>();
    expectTypeOf<PayloadInput<typeof job>>().toEqualTypeOf<{
      reportId: string;
      locale?: string | undefined;
      from: string;
      text?: string | undefined;
    }>();
    expectTypeOf<PayloadOutput<typeof job>>().toEqualTypeOf<{
      reportId: string;
      locale: string;
      from: Date;
      text?: string | undefined;
    }>();
    expectTypeOf<ResultInput<typeof job>>().toEqualTypeOf<{ fileId: string; pages?: number | undefined }>();
    expectTypeOf<ResultOutput<typeof job>>().toEqualTypeOf<{ fileId: string; pages: number }>();
  });

  it('fit where any job is taken', () => {
    expectTypeOf(job).toExtend<JobDefinition>();
  });

  it('know the fields that can be a key', () => {
    const rest = { type: 'a.b', owner: 'o', payload: z.object({ id: z.string() }), replay: { rule: 'safe' } } as const;
    expectTypeOf(defineJob({ ...rest, idempotencyKey: ['id'] }).idempotencyKey).toEqualTypeOf<readonly string[]>();
    // @ts-expect-error: no field of the payload.
    const noField = () => defineJob({ ...rest, idempotencyKey: 'userId' });
    // @ts-expect-error: no fields at all.
    const noFields = () => defineJob({ ...rest, idempotencyKey: [] });
    // @ts-expect-error: a typo.
    const typo = () => defineJob({ ...rest, idempotencyKey: 'id', concurency: 3 });
    expectTypeOf([noField, noFields, typo]).toBeArray();
  });

  it('know the fields that can group its messages, and that one priority is none', () => {
    const rest = { type: 'a.b', owner: 'o', payload: z.object({ id: z.string() }), replay: { rule: 'safe' } } as const;
    const spec = { ...rest, idempotencyKey: 'id' } as const;
    expectTypeOf(defineJob({ ...spec, orderedBy: 'id' }).orderedBy).toEqualTypeOf<string | undefined>();
    expectTypeOf(defineJob({ ...spec, priorities: ['a', 'b'] }).priorities).toEqualTypeOf<readonly string[]>();
    // @ts-expect-error: no field of the payload.
    const noOrder = () => defineJob({ ...spec, orderedBy: 'userId' });
    // @ts-expect-error: no field of the payload.
    const noFairness = () => defineJob({ ...spec, fairBy: 'userId' });
    // @ts-expect-error: one queue is what a job has without any.
    const onePriority = () => defineJob({ ...spec, priorities: ['high'] });
    expectTypeOf([noOrder, noFairness, onePriority]).toBeArray();
  });

  it('of a result without a schema are unknown', () => {
    const bare = defineJob({
      type: 'a.b',
      owner: 'o',
      payload: z.object({ id: z.string() }),
      idempotencyKey: 'id',
      replay: { rule: 'safe' },
    });
    expectTypeOf<ResultInput<typeof bare>>().toEqualTypeOf<unknown>();
  });
});
