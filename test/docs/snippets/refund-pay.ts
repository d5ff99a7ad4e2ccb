import { defineJob } from 'millrace';
import type { Work } from 'millrace/consumer';
import * as z from 'zod';

export const refundPay = defineJob({
  type: 'refund.pay',
  owner: 'billing',
  payload: z.object({ refundId: z.string().min(1) }),
  result: z.object({ transferId: z.string() }),
  idempotencyKey: 'refundId',
  timeoutSeconds: 30,
  replay: { rule: 'check-first', because: 'the bank takes no idempotency keys' },
});

interface Transfer {
  readonly transferId: string;
}

export interface Bank {
  transfer(request: { readonly reference: string; readonly signal: AbortSignal }): Promise<Transfer>;
  find(request: { readonly reference: string; readonly since: Date }): Promise<Transfer | undefined>;
}

export const payRefund =
  (bank: Bank): Work<typeof refundPay> =>
  async ({ payload: { refundId }, step }) => {
    const { transferId } = await step('transfer', ({ signal }) => bank.transfer({ reference: refundId, signal }), {
      atMostOnce: true,
      longestRequestSeconds: 20,
      reconcile: async ({ startedAt }) => {
        const found = await bank.find({ reference: refundId, since: startedAt });
        return found === undefined ? { done: false } : { done: true, result: found };
      },
    });
    return { transferId };
  };
