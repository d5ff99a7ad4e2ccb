import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

describe('a job that is cancelled', () => {
  it('before its message is received does not run, and its message is gone', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1' });
    expect(await world.cancel(id)).toEqual({ kind: 'cancelled' });
    expect(await world.deliver()).toMatchObject({ messages: 1, deleted: 1 });
    expect(world.outcomes(id)).toEqual(['cancelled']);
    expect(world.effects.size).toBe(0);
    expect(await world.record(id)).toMatchObject({ status: 'CANCELLED' });
    expect(world.messages()).toEqual([]);
  });

  it('between two attempts does not run again', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'throw' });
    await world.deliver();
    expect(await world.cancel(id)).toEqual({ kind: 'cancelled' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['failed', 'cancelled']);
    expect(world.deadLetters()).toEqual([]);
  });

  it('while it runs is completed where that run succeeds', async () => {
    const world = await openWorld(async ({ id, payload }, { effect }) => {
      expect(await world.cancel(id)).toEqual({ kind: 'cancelling' });
      effect(payload.parcelId);
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['completed']);
    expect(await world.cancel(id)).toEqual({ kind: 'ended', status: 'COMPLETED' });
  });

  it('while it runs ends with the step it is at, and keeps what was done', async () => {
    const world = await openWorld(async ({ id, step }, { effect }) => {
      await step('weigh', async ({ effectKey }) => {
        await world.cancel(id);
        effect(effectKey);
      });
      await step('pickup', ({ effectKey }) => effect(effectKey));
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['cancelled']);
    expect([...world.effects]).toEqual([['parcel.ship:p-1/weigh', 1]]);
    expect(await world.record(id)).toMatchObject({ status: 'CANCELLED', steps: { weigh: { done: true } } });
    expect(world.messages()).toEqual([]);
  });

  it('while it runs, by a worker that dies, is not run again', async () => {
    const world = await openWorld(async ({ id }, { dies }) => {
      await world.cancel(id);
      return dies();
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['cancelled']);
    expect(await world.record(id)).toMatchObject({ status: 'CANCELLED', attempts: 1 });
    expect(world.deadLetters()).toEqual([]);
  });

  it.each(['dies-before', 'dies-after', 'answer-lost', 'refused'] as const)(
    'ends so though its settle goes wrong: %s',
    async (kind) => {
      const world = await openWorld(async ({ id }) => {
        await world.cancel(id);
        throw new Error('the carrier is on strike');
      });
      world.fault({ at: 'cancel', kind });
      const id = await world.send({ parcelId: 'p-1' });
      await world.drain();
      expect(world.outcomes(id).at(-1)).toBe('cancelled');
      expect(await world.record(id)).toMatchObject({ status: 'CANCELLED', attempts: 1 });
    },
  );

  it('after its death is refused: it is dead', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    const dead = await world.record(id);
    expect(await world.cancel(id)).toEqual({ kind: 'dead' });
    expect(await world.record(id)).toEqual(dead);
  });
});
