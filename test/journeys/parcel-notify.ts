import { defineJob } from 'millrace';
import * as z from 'zod';

/** The fake job that needs what no queue may hold. */
export const parcelNotify = defineJob({
  type: 'parcel.notify',
  owner: 'logistics',
  payload: z.object({ parcelId: z.string(), does: z.enum(['tell', 'fail', 'give-up']).default('tell') }),
  confidential: z.object({ to: z.string(), name: z.string() }),
  idempotencyKey: 'parcelId',
  replay: { rule: 'safe' },
});
