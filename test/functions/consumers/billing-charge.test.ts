import { testJob } from 'millrace/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { handler } from '../../../functions/consumers/billing-charge.ts';
import { deadlyFetch } from '../../services/deadly-fetch.ts';
import { openAppWorld } from '../../services/open-app-world.ts';
import { useTwins } from '../../services/use-twins.ts';

const twins = useTwins();
const charge = { chargeId: 'c-1', invoiceId: 'in-1' };
const charged = {
  kind: 'card-charged',
  idempotencyKey: 'billing.charge:c-1/charge',
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

  it('whose answer was lost is looked for and found: its payment is kept, and none is made', async () => {
    await twins().setMode('payments', { mode: 'lost-answer', failNext: 1, deduplicates: false });
    const trial = testJob(handler);
    await trial.deliver(charge);
    await trial.advance(30);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
    expect(trial.records.get('billing.charge:c-1')?.data).toBe('{"paymentIntentId":"pi_1"}');
    expect(await twins().ledger('payments')).toEqual({ calls: 2, mostAtOnce: 1, effects: [charged] });
  });

  it('that may still be under way is waited for, and made once it can only have failed', async () => {
    await twins().setMode('payments', { mode: 'down', failNext: 1, deduplicates: false });
    const trial = testJob(handler);
    await trial.deliver(charge);
    await trial.advance(24);
    expect(trial.outcomes).toEqual(['failed', 'not-yet']);
    await trial.advance(60);
    expect(trial.outcomes).toEqual(['failed', 'not-yet', 'completed']);
    expect((await twins().ledger('payments')).effects).toEqual([charged]);
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
    expect(trial.records.get('billing.charge:c-1')).toMatchObject({ status: 'DEAD', reason: 'outcome-unknown' });
    expect(await twins().ledger('payments')).toEqual({ calls: 8, mostAtOnce: 1, effects: [] });
  });
});

/** From now on every invoice is paid. */
function settleInvoices(): void {
  const realFetch = globalThis.fetch;
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (request: Request) => {
    const answer = await realFetch(request);
    if (!request.url.includes('/invoices/')) return answer;
    return Response.json({ ...JSON.parse(await answer.text()), status: 'paid' });
  });
}

/** Of a provider that knows no idempotency keys: what keeps the charge single is the job's own doing. */
describe('a charge whose worker dies', () => {
  const everyCall = (['claim', 'step', 'complete', 'hide'] as const).flatMap((at) =>
    Array.from({ length: at === 'step' ? 2 : 1 }, (_, passes) => ({ at, passes })),
  );
  const kinds = ['dies-before', 'dies-after'] as const;

  const completesOnce = async (world: Awaited<ReturnType<typeof openAppWorld<typeof handler.job>>>) => {
    await twins().setMode('payments', { mode: 'ok', deduplicates: false });
    const id = await world.send(charge);
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', data: '{"paymentIntentId":"pi_1"}' });
    expect((await twins().ledger('payments')).effects).toEqual([charged]);
    expect(world.deadLetters()).toEqual([]);
  };

  it('makes two writes for its step, and two as every job', async () => {
    const world = await openAppWorld(handler);
    expect(await world.requestsDuring(() => completesOnce(world))).toMatchObject({ UpdateItem: 4 });
  });

  it.each(everyCall.flatMap((call) => kinds.map((kind) => ({ ...call, kind }))))(
    'is made once: it $kind $at, $passes before it',
    async (fault) => {
      const world = await openAppWorld(handler);
      world.fault(fault);
      await completesOnce(world);
    },
  );

  it.each([
    { nth: 1, call: 'reads the invoice', when: 'before' },
    { nth: 1, call: 'reads the invoice', when: 'after' },
    { nth: 2, call: 'charges the card', when: 'before' },
    { nth: 2, call: 'charges the card', when: 'after' },
  ] as const)('is made once: it dies $when it $call', async ({ nth, when }) => {
    deadlyFetch(nth, when);
    await completesOnce(await openAppWorld(handler));
  });

  it.each(['before', 'after'] as const)('twice is made once: it dies %s it looks for what it did', async (when) => {
    const world = await openAppWorld(handler);
    world.fault({ at: 'step', passes: 1, kind: 'dies-before' });
    deadlyFetch(4, when);
    await completesOnce(world);
  });

  it('is found although its invoice is paid by then', async () => {
    const world = await openAppWorld(handler);
    world.fault({ at: 'step', passes: 1, kind: 'dies-before' });
    const id = await world.send(charge);
    await world.deliver();
    settleInvoices();
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED' });
  });
});
