import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';
import { until } from './until.ts';

describe('a claim without an answer', () => {
  it('costs its own message a wait and no attempt, and its neighbours nothing', async () => {
    const world = await openWorld();
    world.fault({ at: 'claim', kind: 'refused', about: 'p-2' });
    const ids: string[] = [];
    for (const parcelId of ['p-1', 'p-2', 'p-3']) ids.push(await world.send({ parcelId }));
    const [, second] = world.messages();
    expect(await world.deliver()).toMatchObject({ deleted: 2, kept: 1, failedIds: [second?.messageId] });
    expect(world.effects.has('p-2')).toBe(false);
    expect(world.log.find(({ jobId }) => jobId === ids[1])).toMatchObject({ outcome: 'deferred', reason: 'no-claim' });
    await world.drain();
    for (const id of ids) expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it('is given back even where the first tries to give it back go unanswered', async () => {
    const world = await openWorld();
    world.fault({ at: 'claim', kind: 'answer-lost' });
    world.fault({ at: 'release', kind: 'refused', times: 2 });
    const id = await world.send({ parcelId: 'p-1' });
    const pass = world.deliver();
    for (const tried of [1, 2]) {
      const failed = () => world.log.filter(({ message }) => message === 'release not answered');
      await until(() => expect(failed()).toHaveLength(tried));
      world.advance(0.25);
    }
    expect(await pass).toMatchObject({ deleted: 0, kept: 1 });
    expect(await world.record(id)).toMatchObject({ status: 'FAILED', attempts: 0 });
    expect(await world.record(id)).not.toHaveProperty('failures');
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });
});

describe('a settle without an answer', () => {
  it('is reported as failed for its own message alone, and the store answers when it comes back', async () => {
    const world = await openWorld();
    world.fault({ at: 'complete', kind: 'answer-lost', about: 'p-2' });
    const ids: string[] = [];
    for (const parcelId of ['p-1', 'p-2', 'p-3']) ids.push(await world.send({ parcelId }));
    expect(await world.deliver()).toMatchObject({ deleted: 2, kept: 1 });
    expect(world.log.find(({ jobId }) => jobId === ids[1])).toMatchObject({
      outcome: 'unanswered',
      level: 'error',
      failure: { name: 'InjectedFaultError', message: 'complete happened and its answer was lost' },
    });
    await world.drain();
    expect(world.outcomes(ids[1])).toEqual(['unanswered', 'duplicate']);
    expect([...world.effects.values()]).toEqual([1, 1, 1]);
  });
});
