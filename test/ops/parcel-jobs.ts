import { defineCatalogue, defineJob } from 'millrace';
import * as z from 'zod';

const payload = z.object({ parcelId: z.string().min(1), weightGrams: z.int().optional() });

export const parcelShip = defineJob({
  type: 'parcel.ship',
  owner: 'logistics',
  payload,
  idempotencyKey: 'parcelId',
  replay: { rule: 'safe' },
});

export const parcelBill = defineJob({
  type: 'parcel.bill',
  owner: 'logistics',
  payload,
  idempotencyKey: 'parcelId',
  expiresAfterSeconds: 86_400,
  replay: { rule: 'check-first', because: 'the bank may have taken the money already' },
});

export const catalogue = defineCatalogue({
  owners: { logistics: { team: 'Logistics', alarmEmail: 'logistics@example.com' } },
  jobs: [parcelShip, parcelBill],
});
