import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

describe('a job that is delivered twice', () => {
  it('is run once when the second message comes later, which is answered with the stored result', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    world.advance(7200);
    await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['completed', 'duplicate']);
    expect(world.effects.get('p-1')).toBe(1);
    expect(world.log.at(-1)).toMatchObject({ outcome: 'duplicate', result: '{"trackingRef":"track-p-1"}' });
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it('is run once when two workers have it at the same time; the second waits and finds it completed', async () => {
    const shipping = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const world = await openWorld(async ({ payload }, { effect }) => {
      started.resolve();
      await shipping.promise;
      effect(payload.parcelId);
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.send({ parcelId: 'p-1' });
    const first = world.deliver({ most: 1 });
    await started.promise;
    expect(await world.deliver({ most: 1 })).toMatchObject({ messages: 1, deleted: 0, kept: 1 });
    expect(world.outcomes(id)).toEqual(['in-progress']);
    shipping.resolve();
    expect(await first).toMatchObject({ messages: 1, deleted: 1 });
    // Until one second after the claim would have been over: the invocation's 15 s, and 5 s for clocks that differ.
    world.advance(20);
    expect(await world.deliver()).toMatchObject({ messages: 0 });
    world.advance(1);
    expect(await world.deliver()).toMatchObject({ messages: 1, deleted: 1 });
    expect(world.outcomes(id)).toEqual(['in-progress', 'completed', 'duplicate']);
    expect(world.effects.get('p-1')).toBe(1);
    expect(world.deadLetters()).toEqual([]);
  });
});
