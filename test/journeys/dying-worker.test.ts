import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

describe('a job whose worker dies', () => {
  it('before its effect comes back after about the function timeout and is run again', async () => {
    let runs = 0;
    const world = await openWorld(async ({ payload }, { effect, dies }) => {
      runs += 1;
      if (runs === 1) return dies();
      effect(payload.parcelId);
    });
    const id = await world.send({ parcelId: 'p-1' });
    expect(await world.deliver()).toMatchObject({
      messages: 1,
      deleted: 0,
      kept: 1,
      because: 'Runtime exited without providing a reason',
    });
    expect(await world.record(id)).toMatchObject({ status: 'INPROGRESS', attempts: 1 });
    world.advance(44);
    expect(await world.deliver()).toMatchObject({ messages: 0 });
    world.advance(1);
    expect(await world.deliver()).toMatchObject({ messages: 1, deleted: 1 });
    expect(world.effects.get('p-1')).toBe(1);
    // The lost run had company for all anybody knows: its attempt does not count.
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(world.messages()).toEqual([]);
  });

  it('after its effect and before the settle is run again, so its effect must bear that', async () => {
    const world = await openWorld();
    world.fault({ at: 'complete', kind: 'dies-before' });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['completed']);
    expect(world.effects.get('p-1')).toBe(2);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it('after the settle and before the acknowledgement is not run again: the store answers', async () => {
    const world = await openWorld();
    world.fault({ at: 'complete', kind: 'dies-after' });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['duplicate']);
    expect(world.effects.get('p-1')).toBe(1);
  });
});
