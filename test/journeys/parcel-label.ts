import { allow, defineJob } from 'millrace';
import * as z from 'zod';

/** A job whose payload carries any text. */
export const parcelLabel = defineJob({
  type: 'parcel.label',
  owner: 'logistics',
  payload: z.object({ labelId: z.string(), note: allow(z.string(), 'what a label says, no text of a person') }),
  idempotencyKey: 'labelId',
  expiresAfterSeconds: 3600,
  replay: { rule: 'safe' },
});
