import { PermanentError } from 'millrace';
import { consume } from 'millrace/consumer';
import { billingCharge } from '../../jobs/billing-charge.ts';
import { invoices } from '../../services/invoices.ts';
import { payments } from '../../services/payments.ts';

export const handler = consume(billingCharge, async (job) => {
  const { invoiceId } = job.payload;
  const { status, ...owed } = await invoices.find({ invoiceId, signal: job.signal });
  const payment = await job.step(
    'charge',
    ({ effectKey, signal }) => {
      // Asked only where it is about to be charged: what this job charged before its worker died made it paid.
      if (status !== 'open') throw new PermanentError(`invoice ${invoiceId} is ${status}, not open`);
      return payments.charge({ ...owed, invoiceId, idempotencyKey: effectKey, signal });
    },
    {
      atMostOnce: true,
      longestRequestSeconds: 15,
      reconcile: async ({ startedAt, signal }) => {
        const { customerId } = owed;
        const found = await payments.findCharge({ invoiceId, customerId, begunAt: startedAt, signal });
        return found === undefined ? { done: false } : { done: true, result: found };
      },
    },
  );
  return { paymentIntentId: payment.id };
});
