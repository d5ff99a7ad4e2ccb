import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

const DAY = 86_400;
const twoDays = { delaySeconds: 2 * DAY };
const parcel = { parcelId: 'p-1' };
const ID = 'parcel.ship:p-1';

describe('a job that is delayed by two days', () => {
  it('is not run a second early, is run once, and then waits nowhere', async () => {
    const world = await openWorld();
    expect(await world.send(parcel, twoDays)).toBe(ID);
    expect(world.delayed()).toEqual([{ jobId: ID, dueAt: '2026-01-03T00:00:00Z' }]);
    world.advance(2 * DAY - 1);
    expect(await world.deliver()).toMatchObject({ messages: 0 });
    world.advance(1);
    await world.drain();
    expect([...world.effects]).toEqual([['p-1', 1]]);
    expect(world.delayed()).toEqual([]);
    world.advance(10 * DAY);
    await world.drain();
    expect(world.outcomes(ID)).toEqual(['completed']);
    expect(await world.record(ID)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it('is cancelled before it is due, and never comes', async () => {
    const world = await openWorld();
    await world.send(parcel, twoDays);
    expect(await world.cancel(ID)).toEqual({ kind: 'cancelled' });
    expect(world.delayed()).toEqual([]);
    world.advance(3 * DAY);
    await world.drain();
    expect([world.outcomes(), world.effects.size]).toEqual([[], 0]);
  });

  it('that is cancelled though its schedule can’t be deleted comes, and is dropped unrun', async () => {
    const world = await openWorld();
    await world.send(parcel, { delaySeconds: 60 * DAY });
    world.fault({ at: 'delete-delayed', kind: 'refused' });
    expect(await world.cancel(ID)).toEqual({ kind: 'cancelled' });
    world.advance(60 * DAY);
    await world.drain();
    expect([world.outcomes(ID), world.effects.size]).toEqual([['cancelled'], 0]);
  });

  it('is one job where it is sent twice', async () => {
    const world = await openWorld();
    await world.send(parcel, twoDays);
    world.advance(60);
    await world.send(parcel, twoDays);
    world.advance(2 * DAY);
    await world.drain();
    expect([world.outcomes(ID), world.effects.get('p-1')]).toEqual([['completed'], 1]);
  });

  it('is one job where the answer to its producer was lost, who sends it again', async () => {
    const world = await openWorld();
    world.fault({ at: 'delay', kind: 'answer-lost' });
    await expect(world.send(parcel, twoDays)).rejects.toThrow('it could not be put off');
    await world.send(parcel, twoDays);
    world.advance(2 * DAY);
    await world.drain();
    expect([world.outcomes(ID), world.effects.get('p-1')]).toEqual([['completed'], 1]);
  });

  it('is refused where another payload waits under its key', async () => {
    const world = await openWorld();
    await world.send({ ...parcel, weightGrams: 1 }, twoDays);
    await expect(world.send({ ...parcel, weightGrams: 2 }, twoDays)).rejects.toThrow('another payload waits');
  });
});

describe('a job that is posted with a delay of two days', () => {
  const post = { route: 'POST /jobs/{type}', body: { payload: parcel, ...twoDays } } as const;

  it('is saved, is due then, and its record lives as long as if it had been sent then', async () => {
    const world = await openWorld();
    expect(await world.api(post)).toMatchObject({ status: 202 });
    const due = Date.UTC(2026, 0, 3) / 1000;
    expect(await world.record(ID)).toMatchObject({ status: 'ACCEPTED', expiration: due + 22 * DAY });
    world.advance(2 * DAY);
    await world.drain();
    expect(world.outcomes(ID)).toEqual(['completed']);
  });

  it.each(['dies-before', 'dies-after', 'refused', 'answer-lost'] as const)(
    'runs once though making its schedule %s: the sweeper does it again',
    async (kind) => {
      const world = await openWorld();
      world.fault({ at: 'delay', kind });
      await world.api(post);
      world.advance(120);
      expect(await world.sweep()).toMatchObject({ sent: 1, failed: 0 });
      expect(world.delayed()).toHaveLength(1);
      world.advance(2 * DAY);
      await world.drain();
      expect([world.outcomes(ID), world.effects.get('p-1')]).toEqual([['completed'], 1]);
    },
  );

  it.each([
    { first: 'now', at: 'send', posted: undefined, again: 60 * DAY },
    { first: 'in 60 days', at: 'delay', posted: 60 * DAY, again: undefined },
  ] as const)(
    'is one job where it is posted again with another delay, when the first, $first, got no answer',
    async (of) => {
      const world = await openWorld();
      const asked = (delaySeconds: number | undefined) =>
        world.api({ route: 'POST /jobs/{type}', body: { payload: parcel, delaySeconds } });
      world.fault({ at: of.at, kind: 'answer-lost' });
      await asked(of.posted);
      expect(await asked(of.again)).toMatchObject({ status: 202, json: { id: ID } });
      await world.drain();
      for (let days = 0; days <= 60; days += 20) {
        world.advance(20 * DAY);
        await world.sweep();
        await world.drain();
      }
      expect(world.effects.get('p-1')).toBe(1);
    },
  );

  it('is cancelled while its schedule is on its way, comes, and is dropped unrun', async () => {
    const world = await openWorld();
    const { promise: until, resolve: arrive } = Promise.withResolvers<void>();
    world.fault({ at: 'delay', kind: 'delayed', until });
    const posted = world.api({ route: 'POST /jobs/{type}', body: { payload: parcel, delaySeconds: 60 * DAY } });
    while ((await world.record(ID)) === undefined) await new Promise(setImmediate);
    expect(await world.api({ route: 'DELETE /jobs/{id}', id: ID })).toMatchObject({ status: 200 });
    arrive();
    await posted;
    expect(world.delayed()).toHaveLength(1);
    world.advance(61 * DAY);
    await world.drain();
    expect([world.outcomes(ID), world.effects.size]).toEqual([['cancelled'], 0]);
  });

  it('is cancelled by the API, with its schedule', async () => {
    const world = await openWorld();
    await world.api(post);
    expect(await world.api({ route: 'DELETE /jobs/{id}', id: ID })).toMatchObject({ status: 200 });
    expect(world.delayed()).toEqual([]);
  });
});
