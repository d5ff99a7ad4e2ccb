import * as z from 'zod';
import { callService } from './call-service.ts';
import { pathPart } from './path-part.ts';

const invoice = z.object({
  status: z.enum(['open', 'paid', 'void']),
  customerId: z.string(),
  /** In the currency's smallest unit. */
  amount: z.int().min(1),
  currency: z.string().length(3),
});

export interface FindInvoice {
  readonly invoiceId: string;
  readonly signal: AbortSignal;
}

/** What is owed, read when it is charged: an amount on a queue could be an old one. */
export const invoices = {
  find({ invoiceId, signal }: FindInvoice) {
    return callService({
      service: 'INVOICES',
      method: 'GET',
      path: `/v1/invoices/${pathPart(invoiceId)}`,
      answer: invoice,
      signal,
    });
  },
};
