import { PermanentError } from 'millrace';
import * as z from 'zod';
import { callService } from './call-service.ts';

const paymentIntent = z.object({ id: z.string(), status: z.string() });

export interface Charge {
  readonly invoiceId: string;
  readonly customerId: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** The payment provider, in Stripe's wire format. */
export const payments = {
  /** Charges the customer's saved card; the same key with another amount is refused for good. */
  async charge({ invoiceId, customerId, amount, currency, idempotencyKey, signal }: Charge) {
    const body = new URLSearchParams({
      amount: String(amount),
      currency,
      customer: customerId,
      confirm: 'true',
      off_session: 'true',
      'metadata[invoice_id]': invoiceId,
    });
    const payment = await callService({
      service: 'PAYMENTS',
      method: 'POST',
      path: '/v1/payment_intents',
      body,
      idempotencyKey,
      answer: paymentIntent,
      signal,
    });
    if (payment.status === 'succeeded' || payment.status === 'processing') return payment;
    throw new PermanentError(
      `PAYMENTS: payment ${payment.id} is ${payment.status}, which only the customer can resolve`,
    );
  },
};
