import { randomBytes } from 'node:crypto';
import { consume } from 'millrace/consumer';
import { crm } from '../../services/crm.ts';
import { mail } from '../../services/mail.ts';
import { payments } from '../../services/payments.ts';
import { orderFulfil } from './order-fulfil.ts';

export const handler = consume(orderFulfil, async (job) => {
  const { orderId } = job.payload;
  const customerId = `customer-${orderId}`;
  const invoiceId = await job.step('invoice', () => `${orderId}.${neverTheSame()}`);
  const payment = await job.step(
    'charge',
    ({ effectKey, signal }) =>
      payments.charge({ invoiceId, customerId, amount: 4990, currency: 'eur', idempotencyKey: effectKey, signal }),
    {
      atMostOnce: true,
      longestRequestSeconds: 5,
      reconcile: async ({ startedAt, signal }) => {
        const found = await payments.findCharge({ invoiceId, customerId, begunAt: startedAt, signal });
        return found === undefined ? { done: false } : { done: true, result: found };
      },
    },
  );
  const receiptId = await job.step('number', () => `${payment.id}.${neverTheSame()}`);
  const receipt = { to: 'orders@example.com', name: orderId, templateId: receiptId, variables: {} };
  const sent = await job.step('receipt', ({ effectKey, signal }) =>
    mail.send({ ...receipt, idempotencyKey: effectKey, signal }),
  );
  const company = { name: invoiceId, industry: receiptId, employees: 1 };
  const account = await job.step('account', ({ signal }) => crm.upsertAccount({ leadId: orderId, company, signal }));
  return { invoiceId, receiptId, providerMessageId: sent.id, accountId: account.id };
});

/** What follows is built on it: a later run that did not know the first one's would show. */
function neverTheSame(): string {
  return randomBytes(6).toString('hex');
}
