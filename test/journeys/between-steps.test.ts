import type { AtMostOnce } from 'millrace/consumer';
import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

const EFFECTS = ['weigh', 'label', 'hand-over'];
const stored = EFFECTS.map((step, passes) => ({ step, passes }));

/** Three effects in three steps. */
const openStepping = () =>
  openWorld(async ({ step }, { effect }) => {
    for (const name of EFFECTS) await step(name, () => effect(name));
  });

describe('a job of three steps', () => {
  it.each(stored)('whose worker dies after $step was stored does nothing twice', async ({ passes }) => {
    const world = await openStepping();
    world.fault({ at: 'step', passes, kind: 'dies-after' });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(Object.fromEntries(world.effects)).toEqual({ weigh: 1, label: 1, 'hand-over': 1 });
  });

  it.each(stored)('whose worker dies before $step was stored does that one again', async ({ step, passes }) => {
    const world = await openStepping();
    world.fault({ at: 'step', passes, kind: 'dies-before' });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(Object.fromEntries(world.effects)).toEqual({ weigh: 1, label: 1, 'hand-over': 1, [step]: 2 });
  });
});

describe('an effect that is begun at most once', () => {
  const openAsking = (options: AtMostOnce<void>) =>
    openWorld(async ({ step }, { effect }) => {
      await step('hand-over', () => effect('hand-over'), options);
    });

  it('is not repeated when its worker died: its provider says that it happened', async () => {
    const reconcile = () => ({ done: true as const, result: undefined });
    const world = await openAsking({ atMostOnce: true, longestRequestSeconds: 2, reconcile });
    world.fault({ at: 'step', passes: 1, kind: 'dies-before' });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED' });
    expect(world.effects.get('hand-over')).toBe(1);
  });

  it('of which nobody can tell waits for a person', async () => {
    const world = await openAsking({ atMostOnce: true, longestRequestSeconds: 2 });
    world.fault({ at: 'step', passes: 1, kind: 'dies-before' });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'DEAD', reason: 'outcome-unknown' });
    expect(world.effects.get('hand-over')).toBe(1);
  });
});
