import { defineCatalogue, defineJob, type JobDefinition } from 'millrace';
import * as z from 'zod';
import type { OpsTrial } from './ops-trial.ts';
import { catalogue, parcelBill, parcelShip } from './parcel-jobs.ts';

/** The same job in a deploy that wants a weight of every parcel. */
export function strict({ type, replay }: JobDefinition) {
  return defineJob({
    ...{ type, replay, owner: 'logistics', idempotencyKey: 'parcelId' },
    payload: z.object({ parcelId: z.string(), weightGrams: z.int().max(900) }),
  });
}

const strictCatalogue = defineCatalogue({
  owners: catalogue.owners,
  jobs: [strict(parcelShip), strict(parcelBill)],
});

/** An operator's checkout of that deploy. */
export function onStrictCode({ stack }: OpsTrial) {
  return { stack: { ...stack, catalogue: strictCatalogue } };
}

/** The death id of the first message that is parked. */
export async function parkedUnder(trial: OpsTrial, job: JobDefinition): Promise<string> {
  const [parked] = await trial.look((await trial.urls(job)).dead);
  return parked?.attributes.deathId?.stringValue ?? '';
}
