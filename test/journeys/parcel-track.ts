import { defineJob } from 'millrace';
import * as z from 'zod';

/** A job whose service takes two calls a second. */
export const parcelTrack = defineJob({
  type: 'parcel.track',
  owner: 'logistics',
  payload: z.object({ parcelId: z.string() }),
  idempotencyKey: 'parcelId',
  ratePerSecond: 2,
  replay: { rule: 'safe' },
});
