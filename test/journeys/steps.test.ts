import type { AtMostOnce, StepTools } from 'millrace/consumer';
import { describe, expect, it } from 'vitest';
import type { WorldWork } from '../../millrace/testing/world/world.ts';
import { openWorld } from './open-world.ts';
import { parcelShip } from './parcel-ship.ts';

const STEPS = ['weigh', 'label', 'pickup'] as const;
const keyOf = (step: string) => `parcel.ship:p-1/${step}`;

/** Ships in three steps; the label is larger than a record keeps. */
const inSteps: WorldWork<typeof parcelShip> = async ({ step }, { effect }) => {
  const grams = await step('weigh', ({ effectKey }) => {
    effect(effectKey);
    return 500;
  });
  const label = await step('label', ({ effectKey }) => {
    effect(effectKey);
    return `${grams} g `.padEnd(1_000, '|');
  });
  await step('pickup', ({ effectKey }) => effect(effectKey));
  return { grams, label: label.length };
};

/** Charges behind a step, at a provider that takes no idempotency key. */
const charging =
  (reconcile?: AtMostOnce<string>['reconcile']): WorldWork<typeof parcelShip> =>
  async ({ step }, { effect }) => {
    await step('weigh', ({ effectKey }) => effect(effectKey));
    const once = { atMostOnce: true, longestRequestSeconds: 2 } as const;
    const charge = ({ effectKey }: StepTools) => {
      effect(effectKey);
      return 'c-1';
    };
    await step('charge', charge, reconcile === undefined ? once : { ...once, reconcile });
  };

describe('a job of three steps', () => {
  it('costs one write a step', async () => {
    const world = await openWorld(inSteps);
    await world.send({ parcelId: 'p-1' });
    const requests = await world.requestsDuring(() => world.deliver());
    // Claim, three steps and the settle; the label is an item of its own.
    expect(requests).toMatchObject({ UpdateItem: 5, PutItem: 1 });
  });

  it.each(STEPS.map((step, at) => ({ step, at })))(
    'whose worker is killed once "$step" is stored goes on behind it: each effect once',
    async ({ at }) => {
      const world = await openWorld(inSteps);
      world.fault({ at: 'step', passes: at, kind: 'dies-after' });
      const id = await world.send({ parcelId: 'p-1' });
      await world.deliver();
      expect(Object.keys((await world.record(id))?.steps ?? {})).toEqual(STEPS.slice(0, at + 1));
      await world.drain();
      expect([...world.effects]).toEqual(STEPS.map((name) => [keyOf(name), 1]));
      expect(await world.record(id)).toMatchObject({
        ...{ status: 'COMPLETED', attempts: 1, data: '{"grams":500,"label":1000}' },
      });
    },
  );

  it.each(STEPS.map((step, at) => ({ step, at })))(
    'whose worker is killed between the effect of "$step" and its write shows the provider the same key again',
    async ({ step, at }) => {
      const world = await openWorld(inSteps);
      world.fault({ at: 'step', passes: at, kind: 'dies-before' });
      const id = await world.send({ parcelId: 'p-1' });
      await world.drain();
      expect([...world.effects]).toEqual(STEPS.map((name) => [keyOf(name), name === step ? 2 : 1]));
      expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    },
  );

  it('that is longer than a run goes on in the next one, at no cost to its attempts', async () => {
    const world = await openWorld(async ({ step }, { effect, takes }) => {
      for (const name of STEPS) {
        await step(name, ({ effectKey }) => {
          effect(effectKey);
          takes(3);
        });
      }
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['continued', 'completed']);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect([...world.effects.values()]).toEqual([1, 1, 1]);
  });

  it('that dies behind the first keeps it, and is redriven from there', async () => {
    const world = await openWorld(async ({ step }, { effect }) => {
      await step('weigh', ({ effectKey }) => effect(effectKey));
      throw new Error('out of labels');
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'DEAD', steps: { weigh: { done: true } } });
    world.deploy(parcelShip, async ({ step }, { effect }) => {
      for (const name of STEPS) await step(name, ({ effectKey }) => effect(effectKey));
    });
    await world.redrive();
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', cycle: 2 });
    expect([...world.effects]).toEqual(STEPS.map((name) => [keyOf(name), 1]));
  });
});

describe('an effect that must not happen twice', () => {
  it('whose worker dies before its result is stored is asked for, and is not begun again', async () => {
    const world = await openWorld(charging(() => ({ done: true, result: 'c-1' })));
    world.fault({ at: 'step', passes: 2, kind: 'dies-before' });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(world.effects.get(keyOf('charge'))).toBe(1);
  });

  it('that nobody can be asked about waits for a person, who says that it did not happen', async () => {
    const world = await openWorld(charging());
    world.fault({ at: 'step', passes: 1, kind: 'dies-after' });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['dead']);
    expect(await world.record(id)).toMatchObject({ status: 'DEAD', reason: 'outcome-unknown' });
    expect(world.effects.get(keyOf('charge'))).toBeUndefined();
    expect(await world.redrive({ onlyId: id })).toMatchObject({ refused: 1, verdicts: { 'unknown-effects': 1 } });
    expect(await world.redrive({ onlyId: id, notDone: true })).toMatchObject({ redriven: 1 });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', cycle: 2 });
    expect([...world.effects]).toEqual([
      [keyOf('weigh'), 1],
      [keyOf('charge'), 1],
    ]);
  });
});
