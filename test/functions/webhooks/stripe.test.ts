import { describe, expect, it } from 'vitest';
import { stripeEvents } from '../../../jobs/webhooks/stripe.ts';
import { stripeHeader } from '../../api/webhook/sign.ts';
import { openDoor } from './open-door.ts';

/** An event as Stripe writes it, but for most of the invoice's hundred fields. */
const stripeEvent = (type: string, object: object) =>
  JSON.stringify(
    {
      id: 'evt_1QxFaileD0000000000000000',
      object: 'event',
      api_version: '2025-08-27.basil',
      created: 1767225590,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    },
    null,
    2,
  );
const INVOICE = {
  id: 'in_1QxUnpaid000000000000000',
  object: 'invoice',
  amount_due: 4990,
  attempt_count: 1,
  currency: 'eur',
  customer: 'cus_R4ndomCustomer',
  customer_email: 'someone@example.com',
  customer_name: 'Some One',
  hosted_invoice_url: 'https://invoice.stripe.com/i/acct_1/test_1',
  status: 'open',
};
const FAILED = stripeEvent('invoice.payment_failed', INVOICE);

describe('Stripe’s events', () => {
  it('of an invoice that was not paid make a reminder of it, with the customer’s address beside it and not on the queue', async () => {
    const { post, queued, confidential } = openDoor(stripeEvents);
    expect(await post(FAILED, stripeHeader(FAILED))).toBe(202);
    expect(queued()).toEqual([
      {
        type: 'email.send',
        data: {
          deliveryId: 'stripe:evt_1QxFaileD0000000000000000',
          templateId: 'invoice-reminder',
          userId: 'cus_R4ndomCustomer',
        },
      },
    ]);
    expect(confidential()).toEqual([
      {
        to: 'someone@example.com',
        name: 'Some One',
        variables: { invoiceUrl: 'https://invoice.stripe.com/i/acct_1/test_1' },
      },
    ]);
  });

  it('that come again, signed anew, make no second one', async () => {
    const { post, queued, clock } = openDoor(stripeEvents);
    await post(FAILED, stripeHeader(FAILED));
    clock.advance(3 * 3600);
    expect(await post(FAILED, stripeHeader(FAILED, { atMs: clock.now() }))).toBe(202);
    expect(queued()).toHaveLength(1);
  });

  it.each([
    ['of another kind', stripeEvent('invoice.paid', INVOICE)],
    ['of a customer without an address', stripeEvent('invoice.payment_failed', { ...INVOICE, customer_email: null })],
    ['without a customer', stripeEvent('invoice.payment_failed', { ...INVOICE, customer: null })],
    ['of what has no customer', stripeEvent('balance.available', { object: 'balance', available: [] })],
  ])('%s are acknowledged, and make none', async (_what, body) => {
    const { post, queued } = openDoor(stripeEvents);
    expect(await post(body, stripeHeader(body))).toBe(200);
    expect(queued()).toEqual([]);
  });
});
