import { defineJob } from 'millrace';
import * as z from 'zod';
import { killCurrentWorker } from '../../millrace/testing/world/life.ts';

/** A job whose schema can end its worker's process before anything is claimed. */
export const parcelWeigh = defineJob({
  type: 'parcel.weigh',
  owner: 'logistics',
  maxReceiveCount: 30,
  payload: z.object({
    parcelId: z.string().refine((parcelId) => {
      if (parcelId.startsWith('p-heavy')) killCurrentWorker();
      return true;
    }),
  }),
  idempotencyKey: 'parcelId',
  replay: { rule: 'safe' },
});
