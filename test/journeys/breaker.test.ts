import { describe, expect, it } from 'vitest';
import type { World } from '../../millrace/testing/world/world.ts';
import { openWorldOf } from './open-world.ts';
import { parcelInsure } from './parcel-insure.ts';

const MINUTE_SECONDS = 60;

/** A world whose insurer can be down, and that counts how often it was called. */
async function openInsurers() {
  const insurer = { isDown: true, calls: 0 };
  const world = await openWorldOf(parcelInsure, ({ payload }, { effect }) => {
    insurer.calls += 1;
    if (insurer.isDown) throw new Error('the insurer answered 503');
    effect(payload.parcelId);
  });
  return { world, insurer };
}

async function sendAll(world: World<typeof parcelInsure>, from: number, to: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = from; n < to; n += 1) ids.push(await world.send({ parcelId: `p-${n}` }));
  return ids;
}

/** Two workers at once take what becomes visible in this time. */
async function pass(world: World<typeof parcelInsure>, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    if (world.messages().some(({ state }) => state === 'visible')) {
      await Promise.all([world.deliver(), world.deliver()]);
    }
    world.advance(1);
  }
}

const attemptsOf = async (world: World<typeof parcelInsure>, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await world.record(id))?.attempts ?? 0));

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const breakerLines = (world: World<typeof parcelInsure>) =>
  world.log.map(({ message }) => message).filter((message) => message.startsWith('breaker '));

describe('a job whose service is down', () => {
  it('spends attempts until its breaker opens, and from then on one for each test, however many jobs wait', {
    timeout: 30_000,
  }, async () => {
    const { world, insurer } = await openInsurers();
    const early = await sendAll(world, 0, 10);
    await world.deliver();
    expect(breakerLines(world)).toEqual(['breaker opened']);
    const later = await sendAll(world, 10, 30);
    insurer.calls = 0;
    await pass(world, 2 * MINUTE_SECONDS - 1);
    expect(insurer.calls).toBe(0);
    expect(sum(await attemptsOf(world, later))).toBe(0);
    await pass(world, 8 * MINUTE_SECONDS);
    // Each opening lasts two minutes: four tests at most in these eight.
    expect(insurer.calls).toBeGreaterThan(1);
    expect(insurer.calls).toBeLessThanOrEqual(4);
    expect(sum(await attemptsOf(world, [...early, ...later]))).toBe(10 + insurer.calls);
    expect(breakerLines(world)).toEqual(Array.from({ length: 1 + insurer.calls }, () => 'breaker opened'));
    expect(world.deadLetters()).toEqual([]);
  });

  it('is tested once it is up, returns step by step, and completes', async () => {
    const { world, insurer } = await openInsurers();
    const ids = await sendAll(world, 0, 10);
    await world.deliver();
    insurer.isDown = false;
    insurer.calls = 0;
    world.advance(2 * MINUTE_SECONDS);
    await world.deliver();
    expect(insurer.calls).toBe(1);
    expect(breakerLines(world)).toEqual(['breaker opened', 'breaker closed']);
    // A quarter, half and three quarters of a batch, for a third of the two minutes each; rounded by chance.
    for (const allowed of [[2, 3], [5], [7, 8]]) {
      insurer.calls = 0;
      ids.push(...(await sendAll(world, ids.length, ids.length + 10)));
      await world.deliver();
      expect(allowed).toContain(insurer.calls);
      world.advance(40);
    }
    insurer.calls = 0;
    ids.push(...(await sendAll(world, ids.length, ids.length + 10)));
    await world.deliver();
    expect(insurer.calls).toBe(10);
    await world.drain();
    for (const id of ids) expect(await world.record(id)).toMatchObject({ status: 'COMPLETED' });
    expect(sum(await attemptsOf(world, ids))).toBe(ids.length + 10);
    expect([...world.effects.values()]).toEqual(Array.from({ length: ids.length }, () => 1));
  });

  it('is tested by one worker, though two come at once', async () => {
    const { world, insurer } = await openInsurers();
    await sendAll(world, 0, 10);
    await world.deliver();
    await sendAll(world, 10, 20);
    world.advance(2 * MINUTE_SECONDS);
    insurer.calls = 0;
    await Promise.all([world.deliver(), world.deliver()]);
    expect(insurer.calls).toBe(1);
  });
});

describe('a worker that dies while it tests a breaker', () => {
  it('leaves the test to the next, once its invocation would have ended', async () => {
    const { world, insurer } = await openInsurers();
    await sendAll(world, 0, 10);
    await world.deliver();
    insurer.isDown = false;
    world.advance(2 * MINUTE_SECONDS);
    world.fault({ at: 'complete', kind: 'dies-before' });
    await world.deliver();
    await world.drain();
    expect(breakerLines(world)).toEqual(['breaker opened', 'breaker closed']);
    expect([...world.effects.keys()]).toHaveLength(10);
  });
});
