import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

describe('an invocation with too little time left', () => {
  it('starts nothing: the jobs are put off at no cost to their attempts, and run later', async () => {
    const world = await openWorld();
    const ids = [await world.send({ parcelId: 'p-1' }), await world.send({ parcelId: 'p-2' })];
    expect(await world.deliver({ secondsGone: 9 })).toMatchObject({ messages: 2, deleted: 0, kept: 2 });
    expect(world.effects.size).toBe(0);
    for (const id of ids) expect(await world.record(id)).toBeUndefined();
    expect(world.log.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['deferred', 'too-little-time'],
      ['deferred', 'too-little-time'],
    ]);
    world.advance(29);
    expect(await world.deliver()).toMatchObject({ messages: 0 });
    await world.drain();
    for (const id of ids) expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it('does one suspect and hands the others back at once, unclaimed', async () => {
    let runs = 0;
    const world = await openWorld(async ({ payload }, { effect, takes, dies }) => {
      runs += 1;
      if (runs === 1) return dies();
      takes(9);
      effect(payload.parcelId);
    });
    const ids: string[] = [];
    for (const parcelId of ['p-1', 'p-2', 'p-3']) ids.push(await world.send({ parcelId }));
    await world.deliver();
    for (const id of ids) expect(await world.record(id)).toMatchObject({ status: 'INPROGRESS', attempts: 1 });
    world.advance(45);
    expect(await world.deliver()).toMatchObject({ messages: 3, deleted: 1, kept: 2 });
    const counts = world.log.map(({ outcome, reason }) => reason ?? outcome);
    expect(counts).toEqual(['completed', 'handed-back', 'handed-back']);
    expect(await world.deliver()).toMatchObject({ messages: 2, deleted: 1, kept: 1 });
    expect(await world.deliver()).toMatchObject({ messages: 1, deleted: 1, kept: 0 });
    for (const id of ids) expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });
});
