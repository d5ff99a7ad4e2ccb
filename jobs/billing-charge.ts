import { defineJob } from 'millrace';
import * as z from 'zod';

export const billingCharge = defineJob({
  type: 'billing.charge',
  owner: 'billing',
  payload: z.object({ chargeId: z.string().min(1), invoiceId: z.string().min(1) }),
  result: z.object({ paymentIntentId: z.string() }),
  idempotencyKey: 'chargeId',
  p95Seconds: 3,
  timeoutSeconds: 20,
  // Eight attempts end within two hours, well inside the day for which the provider remembers an idempotency key.
  maxAttempts: 8,
  backoff: { firstSeconds: 30, maxSeconds: 1800 },
  concurrency: 10,
  // While the provider is down charges wait: their attempts end within two hours, and outages may not.
  breaker: { failures: 5, withinSeconds: 60, openSeconds: 120 },
  replay: {
    rule: 'check-first',
    because:
      'the provider may forget an idempotency key after a day: look for a payment of this invoice before it is charged again',
  },
});
