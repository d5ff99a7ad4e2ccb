import { defineJob } from 'millrace';
import * as z from 'zod';

/** A job whose service is down now and then. */
export const parcelInsure = defineJob({
  type: 'parcel.insure',
  owner: 'logistics',
  payload: z.object({ parcelId: z.string() }),
  idempotencyKey: 'parcelId',
  breaker: { failures: 3, withinSeconds: 60, openSeconds: 120 },
  replay: { rule: 'safe' },
});
