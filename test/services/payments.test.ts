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

describe('the charge of an invoice', () => {
  const begunAt = new Date();
  const asked = { invoiceId: 'in-1', customerId: 'customer-1', begunAt, signal: charge.signal };

  it('is found by its invoice once it was made, although its answer was lost', async () => {
    await twins().setMode('payments', { mode: 'lost-answer', failNext: 1 });
    await expect(payments.charge(charge)).rejects.toMatchObject({ name: 'ServiceCallError' });
    expect(await payments.findCharge(asked)).toEqual({ id: 'pi_1', status: 'succeeded' });
  });

  it.each([
    ['of another invoice', { ...charge, invoiceId: 'in-2' }],
    ['of another customer', { ...charge, customerId: 'customer-2' }],
  ])('is not the one %s', async (_which, other) => {
    await payments.charge(other);
    expect(await payments.findCharge(asked)).toBeUndefined();
  });

  it('is not the one that was declined', async () => {
    await payments.charge({ ...charge, customerId: 'declined-1' }).catch(() => undefined);
    expect(await payments.findCharge({ ...asked, customerId: 'declined-1' })).toBeUndefined();
  });

  it('is not one of long before', async () => {
    await payments.charge(charge);
    const inTwoMinutes = new Date(begunAt.getTime() + 120_000);
    expect(await payments.findCharge({ ...asked, begunAt: inTwoMinutes })).toBeUndefined();
  });

  it("is found behind a page of the customer's later ones", async () => {
    await payments.charge(charge);
    for (let later = 0; later < 100; later += 1) {
      await payments.charge({ ...charge, invoiceId: `later-${later}`, idempotencyKey: `later-${later}` });
    }
    expect(await payments.findCharge(asked)).toMatchObject({ id: 'pi_1' });
    expect(await twins().ledger('payments')).toMatchObject({ calls: 103 });
  });
});
