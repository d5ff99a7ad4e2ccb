import { PermanentError } from 'millrace';
import { consume } from 'millrace/consumer';
import { billingCharge } from '../../jobs/billing-charge.ts';
import { invoices } from '../../services/invoices.ts';
import { payments } from '../../services/payments.ts';

export const handler = consume(billingCharge, async (job) => {
  const { invoiceId } = job.payload;
  const { status, ...owed } = await invoices.find({ invoiceId, signal: job.signal });
  if (status !== 'open') throw new PermanentError(`invoice ${invoiceId} is ${status}, not open`);
  const payment = await payments.charge({ ...owed, invoiceId, idempotencyKey: job.id, signal: job.signal });
  return { paymentIntentId: payment.id };
});
