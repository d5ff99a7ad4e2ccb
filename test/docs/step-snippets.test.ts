import { consume } from 'millrace/consumer';
import { testJob } from 'millrace/testing';
import { describe, expect, it } from 'vitest';
import { orderShip, shipOrder } from './snippets/order-ship.ts';
import { payRefund, refundPay } from './snippets/refund-pay.ts';

describe('the job in steps of docs/library.md', () => {
  it('reserves once, though the carrier fails at first', async () => {
    const keys: string[] = [];
    const trial = testJob(
      consume(
        orderShip,
        shipOrder({
          reserve: async ({ idempotencyKey }) => {
            keys.push(idempotencyKey);
            return { shelf: 'A7' };
          },
          bookCarrier: async ({ shelf, idempotencyKey }) => {
            keys.push(idempotencyKey);
            if (keys.length === 2) throw new Error('503');
            return { trackingId: `t-${shelf}` };
          },
        }),
      ),
    );
    await trial.deliver({ orderId: 'o-1' });
    await trial.advance(60);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
    const book = 'order.ship:o-1/book-carrier';
    expect(keys).toEqual(['order.ship:o-1/reserve', book, book]);
    expect(trial.records.get('order.ship:o-1')?.data).toBe('{"trackingId":"t-A7"}');
  });
});

describe('the refund of docs/library.md', () => {
  it.each([
    ['is found at the bank, and not paid again', true, 1],
    ['is not found there, and paid once its first request can’t arrive any more', false, 2],
  ])('whose answer was lost %s', async (_what, arrived, requests) => {
    let asked = 0;
    const trial = testJob(
      consume(
        refundPay,
        payRefund({
          transfer: async () => {
            asked += 1;
            if (asked === 1) throw new Error('socket hang up');
            return { transferId: 'x-2' };
          },
          find: async () => (arrived ? { transferId: 'x-1' } : undefined),
        }),
      ),
    );
    await trial.deliver({ refundId: 'r-1' });
    for (let tries = 0; tries < 6; tries += 1) await trial.advance(20);
    expect(trial.outcomes.at(-1)).toBe('completed');
    expect(asked).toBe(requests);
    expect(trial.records.get('refund.pay:r-1')?.data).toBe(`{"transferId":"x-${requests}"}`);
  });
});
