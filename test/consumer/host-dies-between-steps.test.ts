import type { AtMostOnce, Step } from 'millrace/consumer';
import { describe, expect, it } from 'vitest';
import { createSteppingHost, type EffectWorld } from './stepping-host.ts';

const CALLS = [
  ...['hide', 'claim'],
  ...['step', 'step-result', 'step'],
  ...['step', 'step'],
  ...['step', 'COMPLETED'],
] as const;
const CHARGE = 'parcel.ship:p-1/charge';
const PLAIN = ['parcel.ship:p-1/weigh', 'parcel.ship:p-1/draw', 'parcel.ship:p-1/book'];

type Reconcile = AtMostOnce<string>['reconcile'];

/** Three plain steps, one of a large result, and a charge between them; each result tells in which run it was made. */
async function shipIn(step: Step, run: number, effect: EffectWorld['effect'], reconcile: Reconcile) {
  const weight = await step('weigh', ({ effectKey }) => {
    effect(effectKey);
    return `weighed in run ${run}`;
  });
  const label = await step('draw', ({ effectKey }) => {
    effect(effectKey);
    return `drawn in run ${run}`.padEnd(300, '.');
  });
  const once = { atMostOnce: true, longestRequestSeconds: 4 } as const;
  const charged = await step(
    'charge',
    ({ effectKey }) => {
      effect(effectKey);
      return 'charged';
    },
    reconcile === undefined ? once : { ...once, reconcile },
  );
  const booked = await step('book', ({ effectKey }) => {
    effect(effectKey);
    return `booked in run ${run}`;
  });
  return [weight, label.replaceAll('.', ''), charged, booked];
}

function shipping(reconcile: (host: ReturnType<typeof createSteppingHost>) => Reconcile) {
  const host: ReturnType<typeof createSteppingHost> = createSteppingHost(({ step }, { effect }) =>
    shipIn(step, host.runs.length, effect, reconcile(host)),
  );
  return host;
}

const truthful = shipping.bind(undefined, ({ effects }) => () => {
  return effects.includes(CHARGE) ? { done: true, result: 'charged' } : { done: false };
});
const unknowing = shipping.bind(undefined, () => undefined);

const points = CALLS.flatMap((call, index) =>
  (['die-before', 'die-after'] as const).map((fault) => ({
    title: `${fault === 'die-before' ? 'before' : 'after'} call ${index + 1} (${call})`,
    ...{ index, fault },
  })),
);

/** Invokes, dies at that call, and tells what the record held of the steps then. */
async function dieAt(host: ReturnType<typeof createSteppingHost>, { index, fault }: (typeof points)[number]) {
  await host.send({ parcelId: 'p-1' });
  host.faults.heal();
  host.faults.choose((call) => (call.index === index ? fault : undefined));
  const { died } = await host.invoke();
  expect(died).toBe(true);
  const stored = host.record('p-1')?.steps ?? {};
  host.faults.heal();
  await host.workOff();
  return stored;
}

describe('a job of three steps and an effect that must not happen twice', () => {
  it('makes these calls where its host lives', async () => {
    const host = truthful();
    await host.send({ parcelId: 'p-1' });
    host.faults.heal();
    await host.invoke();
    expect(host.faults.names).toEqual(CALLS);
  });

  it.each(points)(
    'completes, charged once, where its host dies $title and the provider can be asked',
    async (point) => {
      const host = truthful();
      await dieAt(host, point);
      expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
      expect(host.effects.filter((key) => key === CHARGE)).toHaveLength(1);
      for (const key of PLAIN) expect(host.effects).toContain(key);
      expect(host.waiting).toBe(0);
    },
  );

  it.each(points)('is charged at most once where its host dies $title and nobody can be asked', async (point) => {
    const host = unknowing();
    const stored = await dieAt(host, point);
    const isUnknown = 'charge' in stored && !('done' in (stored.charge ?? {}));
    expect(host.record('p-1')).toMatchObject(
      isUnknown ? { status: 'DEAD', reason: 'outcome-unknown' } : { status: 'COMPLETED' },
    );
    expect(host.effects.filter((key) => key === CHARGE).length).toBeLessThanOrEqual(1);
  });

  it.each(points)('makes nothing again that was stored when its host died $title', async (point) => {
    const host = truthful();
    const stored = await dieAt(host, point);
    const [weight, label, , booked] = JSON.parse(host.record('p-1')?.data ?? '[]');
    // Where nothing ran in the first run, the second is the first.
    const later = `run ${host.runs.length}`;
    const runOf = (step: string) => (step in stored || point.index === CALLS.length - 1 ? 'run 1' : later);
    expect([weight, label, booked]).toEqual([
      ...[`weighed in ${runOf('weigh')}`, `drawn in ${runOf('draw')}`, `booked in ${runOf('book')}`],
    ]);
    expect(Object.keys(stored).every((step) => host.effects.filter((key) => key.endsWith(`/${step}`)).length < 2)).toBe(
      true,
    );
  });
});

describe('whatever answer is lost', () => {
  const lost = CALLS.map((call, index) => ({ call, index }));

  it.each(lost)(
    'of call $index ($call), asked again by the SDK, the job completes in its first run',
    async ({ index }) => {
      const host = truthful();
      await host.send({ parcelId: 'p-1' });
      host.faults.heal();
      host.faults.choose((call) => (call.index === index ? 'ask-twice' : undefined));
      await host.invoke();
      expect(host.outcomes).toEqual(['completed']);
      expect(host.effects.toSorted()).toEqual([...PLAIN, CHARGE].toSorted());
    },
  );

  it.each(lost)('of call $index ($call), for good, the job completes, charged once', async ({ index }) => {
    const host = truthful();
    await host.send({ parcelId: 'p-1' });
    host.faults.heal();
    host.faults.choose((call) => (call.index === index ? 'lose-answer' : undefined));
    await host.invoke();
    await host.pass(1);
    await host.workOff();
    expect(host.record('p-1')?.status).toBe('COMPLETED');
    expect(host.effects.toSorted()).toEqual([...PLAIN, CHARGE].toSorted());
  });
});
