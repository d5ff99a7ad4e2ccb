import { defineJob } from 'millrace';
import * as z from 'zod';

const spec = {
  type: 'letter.send',
  owner: 'archive',
  confidential: z.object({ to: z.string().min(3), name: z.string().default('you') }),
  idempotencyKey: 'letterId',
  replay: { rule: 'safe' },
} as const;

/** A job with confidential data. */
export const letterJob = defineJob({ ...spec, payload: z.object({ letterId: z.string().min(1) }) });
/** The same, in order by route. */
export const orderedLetterJob = defineJob({
  ...spec,
  payload: z.object({ letterId: z.string(), route: z.string() }),
  orderedBy: 'route',
});
