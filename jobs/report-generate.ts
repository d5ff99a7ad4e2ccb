import { defineJob } from 'millrace';
import * as z from 'zod';

export const reportGenerate = defineJob({
  type: 'report.generate',
  owner: 'sales',
  payload: z.object({ reportId: z.string().min(1), leadId: z.string().min(1) }),
  result: z.object({ documentId: z.string() }),
  idempotencyKey: 'reportId',
  p95Seconds: 5,
  concurrency: 6,
  replay: { rule: 'safe' },
});
