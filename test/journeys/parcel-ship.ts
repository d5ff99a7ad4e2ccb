import { defineJob, PermanentError } from 'millrace';
import type { RunningJob } from 'millrace/consumer';
import * as z from 'zod';
import type { WorkTools } from '../../millrace/testing/world/work-tools.ts';

/** The fake job of the journeys: its payload picks what happens. */
export const parcelShip = defineJob({
  type: 'parcel.ship',
  owner: 'logistics',
  payload: z.object({
    parcelId: z.string(),
    does: z.enum(['ship', 'throw', 'give-up', 'throw-once', 'kill-its-host']).default('ship'),
    weightGrams: z.int().optional(),
  }),
  idempotencyKey: 'parcelId',
  replay: { rule: 'safe' },
});

/** Of this job, or of another whose payload picks the same. */
type Shipment = Pick<RunningJob<typeof parcelShip>, 'payload' | 'attempt'>;

export const shipParcel = async ({ payload: { parcelId, does }, attempt }: Shipment, tools: WorkTools) => {
  if (does === 'kill-its-host') return tools.dies();
  if (does === 'throw' || (does === 'throw-once' && attempt === 1)) throw new Error('the carrier is on strike');
  if (does === 'give-up') throw new PermanentError('no such address');
  tools.effect(parcelId);
  return { trackingRef: `track-${parcelId}` };
};
