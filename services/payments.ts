import { PermanentError } from 'millrace';
import * as z from 'zod';
import { callService } from './call-service.ts';

const paymentIntent = z.object({ id: z.string(), status: z.string() });
const listedIntent = paymentIntent.extend({ metadata: z.record(z.string(), z.string()) });
const intentList = z.object({ data: z.array(listedIntent), has_more: z.boolean() });

export type Payment = z.output<typeof paymentIntent>;
type IntentList = z.output<typeof intentList>;

export interface Charge {
  readonly invoiceId: string;
  readonly customerId: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

export interface FindCharge {
  readonly invoiceId: string;
  readonly customerId: string;
  /** Nothing that was begun before it is looked at, but for what the two clocks may differ. */
  readonly begunAt: Date;
  readonly signal: AbortSignal;
}

const CLOCK_SKEW_SECONDS = 60;
/** The most that a page of a list may hold: https://docs.stripe.com/api/pagination */
const PAGE_LENGTH = 100;

/** The payment provider, in Stripe's wire format. */
export const payments = {
  /** Charges the customer's saved card; the same key with another amount is refused for good. */
  async charge({ invoiceId, customerId, amount, currency, idempotencyKey, signal }: Charge): Promise<Payment> {
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
    if (takesMoney(payment)) return payment;
    throw new PermanentError(
      `PAYMENTS: payment ${payment.id} is ${payment.status}, which only the customer can resolve`,
    );
  },

  /**
   * The payment that took, or is taking, the customer's money for this invoice; a declined one did not. It reads the
   * customer's list: the search by metadata may miss what was written within the last minute, or hour
   * (https://docs.stripe.com/api/payment_intents/search).
   */
  async findCharge({ invoiceId, customerId, begunAt, signal }: FindCharge): Promise<Payment | undefined> {
    const since = String(Math.floor(begunAt.getTime() / 1000) - CLOCK_SKEW_SECONDS);
    const filter = { customer: customerId, 'created[gte]': since, limit: String(PAGE_LENGTH) };
    let page: Record<string, string> | undefined = {};
    while (page !== undefined) {
      const { data, has_more }: IntentList = await listIntents({ ...filter, ...page }, signal);
      const found = data.find((intent) => intent.metadata.invoice_id === invoiceId && takesMoney(intent));
      if (found !== undefined) return { id: found.id, status: found.status };
      const last = data.at(-1);
      page = has_more && last !== undefined ? { starting_after: last.id } : undefined;
    }
    return undefined;
  },
};

function takesMoney({ status }: Payment): boolean {
  return status === 'succeeded' || status === 'processing';
}

function listIntents(query: Record<string, string>, signal: AbortSignal): Promise<IntentList> {
  const path = `/v1/payment_intents?${new URLSearchParams(query)}`;
  return callService({ service: 'PAYMENTS', method: 'GET', path, answer: intentList, signal });
}
