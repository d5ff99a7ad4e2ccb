import { defineJob } from 'millrace';
import * as z from 'zod';
import { parcelShip } from './parcel-ship.ts';

/** The fake job whose tenants share its queue fairly. */
export const parcelShare = defineJob({
  type: 'parcel.share',
  owner: 'logistics',
  payload: z.object({ ...parcelShip.payload.shape, tenantId: z.string() }),
  idempotencyKey: 'parcelId',
  fairBy: 'tenantId',
  replay: { rule: 'safe' },
});
