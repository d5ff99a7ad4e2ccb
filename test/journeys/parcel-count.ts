import { defineJob } from 'millrace';
import * as z from 'zod';

/** The fake job that is sent by a schedule, and dropped when it comes an hour late. */
export const parcelCount = defineJob({
  type: 'parcel.count',
  owner: 'logistics',
  payload: z.object({ countId: z.string(), depotId: z.string() }),
  idempotencyKey: 'countId',
  expiresAfterSeconds: 3600,
  schedules: {
    nightly: {
      cron: '0 3 * * ? *',
      timeZone: 'Europe/Paris',
      payload: { countId: 'nightly-{scheduledAt}', depotId: 'all' },
    },
  },
  replay: { rule: 'safe' },
});
