import { defineJob } from 'millrace';
import * as z from 'zod';

export const depotReport = defineJob({
  type: 'depot.report',
  owner: 'logistics',
  payload: z.object({ reportId: z.string().min(1), depotId: z.string().min(1) }),
  idempotencyKey: 'reportId',
  schedules: {
    nightly: {
      cron: '0 3 * * ? *',
      timeZone: 'Europe/Paris',
      payload: { reportId: 'nightly-{scheduledAt}', depotId: 'all' },
    },
    often: { rate: '15 minutes', payload: { reportId: 'often-{scheduledAt}', depotId: 'main' } },
  },
  replay: { rule: 'safe' },
});
