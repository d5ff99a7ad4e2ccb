import { describe, expect, it } from 'vitest';
import { payments } from '../../services/payments.ts';
import { useTwins } from './use-twins.ts';

const twins = useTwins();
const charge = {
  invoiceId: 'in-1',
  customerId: 'customer-1',
  amount: 4990,
  currency: 'eur',
  idempotencyKey: 'billing.charge:c-1',
  signal: new AbortController().signal,
};
const charged = {
  kind: 'card-charged',
  idempotencyKey: 'billing.charge:c-1',
  amount: 4990,
  currency: 'eur',
  invoiceId: 'in-1',
};

describe('a charge', () => {
  it('is made and answered with its payment', async () => {
    expect(await payments.charge(charge)).toEqual({ id: 'pi_1', status: 'succeeded' });
    expect(await twins().ledger('payments')).toEqual({ calls: 1, mostAtOnce: 1, effects: [charged] });
  });

  it('is made once when it is asked for twice under the same key', async () => {
    await payments.charge(charge);
    expect(await payments.charge(charge)).toEqual({ id: 'pi_1', status: 'succeeded' });
    expect(await twins().ledger('payments')).toEqual({ calls: 2, mostAtOnce: 1, effects: [charged] });
  });

  it('whose answer was lost is not made again by asking again', async () => {
    await twins().setMode('payments', { mode: 'lost-answer', failNext: 1 });
    await expect(payments.charge(charge)).rejects.toMatchObject({ name: 'ServiceCallError' });
    expect(await payments.charge(charge)).toEqual({ id: 'pi_1', status: 'succeeded' });
    expect(await twins().ledger('payments')).toEqual({ calls: 2, mostAtOnce: 1, effects: [charged] });
  });

  it('of another amount under the same key is refused for good', async () => {
    await payments.charge(charge);
    await expect(payments.charge({ ...charge, amount: 1 })).rejects.toMatchObject({
      name: 'PermanentError',
      message: 'PAYMENTS: answered 400 idempotency_error',
    });
    expect((await twins().ledger('payments')).effects).toEqual([charged]);
  });

  it('of a card without money is refused for good', async () => {
    await expect(payments.charge({ ...charge, customerId: 'declined-1' })).rejects.toMatchObject({
      name: 'PermanentError',
      message: 'PAYMENTS: answered 402 card_declined',
    });
    expect((await twins().ledger('payments')).effects).toEqual([]);
  });

  it('waits as long as a busy provider asks for', async () => {
    await twins().setMode('payments', { mode: 'throttled', retryAfterSeconds: 17 });
    await expect(payments.charge(charge)).rejects.toMatchObject({ name: 'RetryLaterError', seconds: 17 });
    expect((await twins().ledger('payments')).effects).toEqual([]);
  });
});
