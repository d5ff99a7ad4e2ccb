import { testJob } from 'millrace/testing';
import { describe, expect, it } from 'vitest';
import { handler } from '../../../functions/consumers/billing-charge.ts';
import { useTwins } from '../../services/use-twins.ts';

const twins = useTwins();
const charge = { chargeId: 'c-1', invoiceId: 'in-1' };
const charged = {
  kind: 'card-charged',
  idempotencyKey: 'billing.charge:c-1',
  amount: 4990,
  currency: 'eur',
  invoiceId: 'in-1',
};

describe('a charge', () => {
  it('takes what the invoice says is owed, and keeps the id of the payment', async () => {
    const trial = testJob(handler);
    await trial.deliver(charge);
    expect(trial.outcomes).toEqual(['completed']);
    expect(trial.records.get('billing.charge:c-1')?.data).toBe('{"paymentIntentId":"pi_1"}');
    expect((await twins().ledger('payments')).effects).toEqual([charged]);
  });

  it('whose answer was lost is asked for again and made once', async () => {
    await twins().setMode('payments', { mode: 'lost-answer', failNext: 1 });
    const trial = testJob(handler);
    await trial.deliver(charge);
    await trial.advance(30);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
    expect(await twins().ledger('payments')).toEqual({ calls: 2, mostAtOnce: 1, effects: [charged] });
  });

  it('comes back when a busy provider asks it to, and not before', async () => {
    await twins().setMode('payments', { mode: 'throttled', failNext: 1, retryAfterSeconds: 600 });
    const trial = testJob(handler);
    await trial.deliver(charge);
    await trial.advance(599);
    expect(trial.outcomes).toEqual(['failed']);
    await trial.advance(1);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
  });

  it.each([
    ['a card that is declined', 'declined-1', 'PAYMENTS: answered 402 card_declined'],
    ['an invoice that is paid already', 'paid-1', 'invoice paid-1 is paid, not open'],
    ['an invoice that does not exist', 'unknown-1', 'INVOICES: answered 404 no_such_invoice'],
  ])('of %s is dead at once, and nothing is charged', async (_title, invoiceId, message) => {
    const trial = testJob(handler);
    await trial.deliver({ ...charge, invoiceId });
    expect(trial.outcomes).toEqual(['dead']);
    expect(trial.records.get('billing.charge:c-1')?.failures).toMatchObject([{ name: 'PermanentError', message }]);
    expect((await twins().ledger('payments')).effects).toEqual([]);
  });

  it('is tried eight times, and then waits for a person', async () => {
    await twins().setMode('payments', { mode: 'down' });
    const trial = testJob(handler);
    await trial.deliver(charge);
    for (let wait = 0; wait < 7; wait += 1) await trial.advance(1800);
    expect(trial.outcomes).toEqual([...Array(7).fill('failed'), 'dead']);
    expect(await twins().ledger('payments')).toEqual({ calls: 8, mostAtOnce: 1, effects: [] });
  });
});
