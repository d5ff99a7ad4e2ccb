import { failed } from './failed.ts';
import type { Twin } from './twin.ts';

/** Every invoice is open and owes 49.90 EUR; an id that begins with `paid`, `unknown` or `declined` is what it says. */
export const invoicesTwin: Twin = {
  deduplicates: false,
  open: () => (call) => {
    const invoiceId = /^\/v1\/invoices\/([^/]+)$/.exec(call.path)?.[1];
    if (call.method !== 'GET' || invoiceId === undefined) return failed(404, 'no_such_route');
    if (invoiceId.startsWith('unknown')) return failed(404, 'no_such_invoice');
    const status = invoiceId.startsWith('paid') ? 'paid' : 'open';
    const customerId = invoiceId.startsWith('declined') ? 'declined-customer' : 'customer-1';
    return { status: 200, body: { id: invoiceId, status, customerId, amount: 4990, currency: 'eur' } };
  },
};
