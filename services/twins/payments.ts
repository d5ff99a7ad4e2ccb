import * as z from 'zod';
import { failed } from './failed.ts';
import type { RecordEffect, Twin, TwinAnswer, TwinCall } from './twin.ts';

const charge = z.object({
  amount: z.coerce.number().int().min(1),
  currency: z.string(),
  customer: z.string(),
  confirm: z.literal('true'),
  'metadata[invoice_id]': z.string(),
});

const listing = z.object({
  customer: z.string().optional(),
  'created[gte]': z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
});

interface PaymentIntent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly status: 'succeeded' | 'requires_payment_method';
  readonly amount: number;
  readonly currency: string;
  readonly customer: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Stripe's payment intents: a form in, JSON out, and a list, the newest first. A customer whose id begins with
 * `declined` has no money: the intent is there all the same.
 */
export const paymentsTwin: Twin = {
  deduplicates: true,
  open: (record, now) => {
    const intents: PaymentIntent[] = [];
    return (call) => {
      switch (`${call.method} ${call.path}`) {
        case 'POST /v1/payment_intents':
          return create(call, intents, { record, now });
        case 'GET /v1/payment_intents':
          return list(call, intents);
        default:
          return failed(404, 'no_such_route');
      }
    };
  },
};

function create(
  call: TwinCall,
  intents: PaymentIntent[],
  { record, now }: { readonly record: RecordEffect; readonly now: () => number },
): TwinAnswer {
  const { amount, currency, customer, ...fields } = charge.parse(call.body);
  const invoiceId = fields['metadata[invoice_id]'];
  const hasMoney = !customer.startsWith('declined');
  if (hasMoney) record({ kind: 'card-charged', idempotencyKey: call.idempotencyKey, amount, currency, invoiceId });
  const intent: PaymentIntent = {
    id: `pi_${intents.length + 1}`,
    object: 'payment_intent',
    status: hasMoney ? 'succeeded' : 'requires_payment_method',
    ...{ amount, currency, customer, created: Math.floor(now() / 1000), metadata: { invoice_id: invoiceId } },
  };
  intents.unshift(intent);
  return hasMoney ? { status: 200, body: intent } : declined;
}

function list({ query }: TwinCall, intents: readonly PaymentIntent[]): TwinAnswer {
  const { customer, limit, starting_after: after, ...fields } = listing.parse(query);
  const since = fields['created[gte]'] ?? 0;
  const start = after === undefined ? 0 : intents.findIndex(({ id }) => id === after) + 1;
  const fits = intents
    .slice(start)
    .filter((intent) => intent.created >= since && (customer ?? intent.customer) === intent.customer);
  const body = {
    object: 'list',
    url: '/v1/payment_intents',
    has_more: fits.length > limit,
    data: fits.slice(0, limit),
  };
  return { status: 200, body };
}

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
