import { defineJob } from 'millrace';
import * as z from 'zod';

/** The job of the chaos: steps whose answers feed the next ones, a charge among them. */
export const orderFulfil = defineJob({
  type: 'order.fulfil',
  owner: 'shop',
  payload: z.object({ orderId: z.string() }),
  result: z.object({
    invoiceId: z.string(),
    receiptId: z.string(),
    providerMessageId: z.string(),
    accountId: z.string(),
  }),
  idempotencyKey: 'orderId',
  timeoutSeconds: 10,
  maxAttempts: 6,
  backoff: { firstSeconds: 5, maxSeconds: 60 },
  concurrency: 30,
  replay: { rule: 'safe' },
});
