import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';
import { until } from './until.ts';

describe('a worker that was frozen and wakes after others took its job over', () => {
  it.each(['returns', 'throws'])('settles nothing and touches no message when its handler %s', async (how) => {
    const started = Promise.withResolvers<void>();
    const waking = Promise.withResolvers<void>();
    let runs = 0;
    const world = await openWorld(async () => {
      runs += 1;
      if (runs > 1) return { trackingRef: 'second' };
      started.resolve();
      await waking.promise;
      if (how === 'throws') throw new Error('woken too late');
      return { trackingRef: 'first' };
    });
    const id = await world.send({ parcelId: 'p-1' });
    const frozen = world.deliver({ wakesAfterTimeout: true });
    await started.promise;
    world.advance(15);
    await frozen;
    await world.drain();
    const settled = await world.record(id);
    expect(settled).toMatchObject({ status: 'COMPLETED', data: '{"trackingRef":"second"}' });
    waking.resolve();
    await until(() => expect(world.outcomes(id)).toEqual(['completed', 'lost-claim']));
    expect(await world.record(id)).toEqual(settled);
    expect(world.deadLetters()).toEqual([]);
  });

  it('while another worker runs the job leaves that run its claim', async () => {
    const runs = [0, 1].map(() => ({ started: Promise.withResolvers<void>(), ends: Promise.withResolvers<void>() }));
    let begun = 0;
    const world = await openWorld(async () => {
      const number = begun;
      begun += 1;
      runs[number]?.started.resolve();
      await runs[number]?.ends.promise;
      return { trackingRef: `run-${number}` };
    });
    const id = await world.send({ parcelId: 'p-1' });
    const frozen = world.deliver({ wakesAfterTimeout: true });
    await runs[0]?.started.promise;
    world.advance(45);
    await frozen;
    const second = world.deliver();
    await runs[1]?.started.promise;
    const claimed = await world.record(id);
    runs[0]?.ends.resolve();
    await until(() => expect(world.outcomes(id)).toEqual(['lost-claim']));
    expect(await world.record(id)).toEqual(claimed);
    runs[1]?.ends.resolve();
    expect(await second).toMatchObject({ messages: 1, deleted: 1 });
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', data: '{"trackingRef":"run-1"}' });
  });

  it('after its job was dead-lettered as killing its hosts leaves it dead', async () => {
    const started = Promise.withResolvers<void>();
    const waking = Promise.withResolvers<void>();
    let runs = 0;
    const world = await openWorld(async (_job, { dies }) => {
      runs += 1;
      if (runs < 4) return dies();
      started.resolve();
      await waking.promise;
    });
    const id = await world.send({ parcelId: 'p-1' });
    for (let deaths = 0; deaths < 3; deaths += 1) {
      await world.deliver();
      world.advance(45);
    }
    const frozen = world.deliver({ wakesAfterTimeout: true });
    await started.promise;
    world.advance(45);
    await frozen;
    await world.drain();
    const dead = await world.record(id);
    expect(dead).toMatchObject({ status: 'DEAD', reason: 'killed-its-host', attempts: 3 });
    waking.resolve();
    await until(() => expect(world.outcomes(id)).toEqual(['dead', 'lost-claim']));
    expect(await world.record(id)).toEqual(dead);
  });
});
