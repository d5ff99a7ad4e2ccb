import { defineJob } from 'millrace';
import * as z from 'zod';
import { parcelShip } from './parcel-ship.ts';

/** The fake job in the order of each carrier. */
export const parcelRoute = defineJob({
  type: 'parcel.route',
  owner: 'logistics',
  payload: z.object({ ...parcelShip.payload.shape, carrierId: z.string() }),
  idempotencyKey: 'parcelId',
  orderedBy: 'carrierId',
  replay: { rule: 'safe' },
});
