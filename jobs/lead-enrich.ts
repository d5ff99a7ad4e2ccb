import { defineJob } from 'millrace';
import * as z from 'zod';

export const leadEnrich = defineJob({
  type: 'lead.enrich',
  owner: 'sales',
  payload: z.object({ enrichmentId: z.string().min(1), leadId: z.string().min(1), companyId: z.string().min(1) }),
  result: z.object({ accountId: z.string(), reportJobId: z.string() }),
  idempotencyKey: 'enrichmentId',
  p95Seconds: 3,
  maxAttempts: 5,
  concurrency: 10,
  ratePerSecond: 5,
  replay: { rule: 'safe' },
});
