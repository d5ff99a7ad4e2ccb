import { defineJob } from 'millrace';
import * as z from 'zod';

export const emailSend = defineJob({
  type: 'email.send',
  owner: 'growth',
  payload: z.object({ deliveryId: z.string().min(1), templateId: z.string().min(1), userId: z.string().min(1) }),
  confidential: z.object({ to: z.string(), name: z.string(), variables: z.record(z.string(), z.string()) }),
  result: z.object({ providerMessageId: z.string() }),
  idempotencyKey: 'deliveryId',
  p95Seconds: 1,
  concurrency: 20,
  replay: { rule: 'safe' },
});
