import { defineJob } from 'millrace';
import { parcelShip } from './parcel-ship.ts';

/** The fake job with a queue for each priority. */
export const parcelUrge = defineJob({
  type: 'parcel.urge',
  owner: 'logistics',
  payload: parcelShip.payload,
  idempotencyKey: 'parcelId',
  priorities: ['high', 'normal'],
  replay: { rule: 'safe' },
});
