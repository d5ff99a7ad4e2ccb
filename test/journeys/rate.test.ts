import { describe, expect, it } from 'vitest';
import type { World } from '../../millrace/testing/world/world.ts';
import { openWorldOf } from './open-world.ts';
import { parcelTrack } from './parcel-track.ts';

/** Two workers at once take what is visible, until the queue is empty. Answers how long that took. */
async function workOff(world: World<typeof parcelTrack>): Promise<number> {
  const startedMs = world.now();
  while (world.messages().length > 0) {
    const isDue = world.messages().some(({ state }) => state === 'visible');
    if (isDue) await Promise.all([world.deliver(), world.deliver()]);
    else world.advance(1);
  }
  return (world.now() - startedMs) / 1000;
}

describe('a job with a rate', () => {
  it('runs no more often than that over all workers; a hundred of them all run, at their first attempt', {
    timeout: 30_000,
  }, async () => {
    const runsOf = new Map<number, number>();
    const world = await openWorldOf(parcelTrack, ({ payload }, { effect }) => {
      const second = Math.floor(world.now() / 1000);
      runsOf.set(second, (runsOf.get(second) ?? 0) + 1);
      effect(payload.parcelId);
    });
    const ids: string[] = [];
    for (let n = 0; n < 100; n += 1) ids.push(await world.send({ parcelId: `p-${n}` }));
    const tookSeconds = await workOff(world);
    expect([...runsOf.values()].filter((runs) => runs > 2)).toEqual([]);
    expect([...world.effects.values()]).toEqual(Array.from({ length: 100 }, () => 1));
    for (const id of ids) expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(world.deadLetters()).toEqual([]);
    // A hundred take 50 s at the rate; what is put off waits 30 s at least.
    expect(tookSeconds).toBeLessThan(180);
  });

  it('costs its batch of ten one write more, and what is put off no record', async () => {
    const world = await openWorldOf(parcelTrack, () => undefined);
    for (let n = 0; n < 10; n += 1) await world.send({ parcelId: `p-${n}` });
    expect(await world.requestsDuring(() => world.deliver())).toEqual({
      ReceiveMessage: 1,
      // The lease, and what is put off.
      ChangeMessageVisibilityBatch: 2,
      DeleteMessageBatch: 1,
      UpdateItem: 1 + 2 * 2,
    });
    expect(await world.record('parcel.track:p-9')).toBeUndefined();
  });
});

describe('a rate whose count is not answered', () => {
  it('lets nothing run, and all run later at their first attempt', async () => {
    const world = await openWorldOf(parcelTrack, ({ payload }, { effect }) => effect(payload.parcelId));
    world.fault({ at: 'take-rate', kind: 'answer-lost' });
    const id = await world.send({ parcelId: 'p-1' });
    await world.deliver();
    expect(world.log).toContainEqual(expect.objectContaining({ outcome: 'deferred', reason: 'gate-unanswered' }));
    expect(world.effects.size).toBe(0);
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });
});
