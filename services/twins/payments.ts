import * as z from 'zod';
import { failed } from './failed.ts';
import type { Twin } from './twin.ts';

const charge = z.object({
  amount: z.coerce.number().int().min(1),
  currency: z.string(),
  customer: z.string(),
  confirm: z.literal('true'),
  'metadata[invoice_id]': z.string(),
});

/** Stripe's payment intents: a form in, JSON out; a customer whose id begins with `declined` has no money. */
export const paymentsTwin: Twin = {
  deduplicates: true,
  open: (record) => (call) => {
    if (call.method !== 'POST' || call.path !== '/v1/payment_intents') return failed(404, 'no_such_route');
    const { amount, currency, customer, ...fields } = charge.parse(call.body);
    if (customer.startsWith('declined')) return declined;
    const invoiceId = fields['metadata[invoice_id]'];
    const number = record({ kind: 'card-charged', idempotencyKey: call.idempotencyKey, amount, currency, invoiceId });
    const id = `pi_${number}`;
    return { status: 200, body: { id, object: 'payment_intent', status: 'succeeded', amount, currency, customer } };
  },
};

const declined = {
  status: 402,
  body: {
    error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
};
