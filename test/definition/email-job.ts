import * as z from 'zod';
import { allow } from '../../millrace/definition/allow.ts';
import { defineJob } from '../../millrace/definition/define-job.ts';

/** A job with a field of every kind that matters to its payload. */
export const emailJob = defineJob({
  type: 'email.send',
  owner: 'growth',
  payload: z.object({
    deliveryId: z.string(),
    locale: z.string().min(1).default('en'),
    retries: z.int().max(9).optional(),
    ratio: z.number().optional(),
    dryRun: z.boolean().optional(),
    dueAt: z.iso.datetime().pipe(z.coerce.date()).optional(),
    channel: z.enum(['mail', 'push']).optional(),
    code: z
      .string()
      .regex(/^[A-Z]+$/)
      .optional(),
    items: z
      .array(z.object({ itemId: z.string() }))
      .max(3)
      .optional(),
    tags: z.array(z.string()).min(1).optional(),
    pair: z.tuple([z.string(), z.string()]).optional(),
    counts: z.record(z.string(), z.number()).optional(),
    strict: z.strictObject({ a: z.string() }).optional(),
    barcode: allow(z.string(), 'an EAN-13').optional(),
    extra: z.unknown().optional(),
  }),
  result: z.object({ providerMessageId: z.string() }),
  idempotencyKey: 'deliveryId',
  replay: { rule: 'safe' },
});
