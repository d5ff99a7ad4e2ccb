import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';
import { until } from './until.ts';

describe('a handler that ignores its abort', () => {
  it('is never settled: its neighbour is kept and answered from the store, and it is run again, alone', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    let runs = 0;
    const world = await openWorld(async ({ payload, signal }, { effect }) => {
      runs += 1;
      if (payload.parcelId === 'p-stuck' && runs <= 2) {
        started.resolve(signal);
        await Promise.withResolvers<never>().promise;
      }
      effect(payload.parcelId);
    });
    const stuck = await world.send({ parcelId: 'p-stuck' });
    const neighbour = await world.send({ parcelId: 'p-1' });
    const pass = world.deliver();
    const signal = await started.promise;
    await until(() => expect(world.outcomes(neighbour)).toEqual(['completed']));
    expect(signal.aborted).toBe(false);
    world.advance(5);
    expect(signal.aborted).toBe(true);
    world.advance(8);
    const gaveUp = () => world.log.some(({ message }) => message.includes('did not return in time'));
    await until(() => expect(gaveUp()).toBe(true));
    world.advance(2);
    expect(await pass).toMatchObject({ deleted: 0, kept: 2, because: 'Task timed out after 15.00 seconds' });
    expect(world.outcomes(stuck)).toEqual([]);
    expect(await world.record(stuck)).toMatchObject({ status: 'INPROGRESS', attempts: 1 });
    await world.drain();
    expect(world.outcomes(neighbour)).toEqual(['completed', 'duplicate']);
    expect(world.outcomes(stuck)).toEqual(['completed']);
    expect([...world.effects.values()]).toEqual([1, 1]);
  });

  it('every time dies of it, as one that ends its hosts, after as many lone runs as it has attempts', async () => {
    let runs = 0;
    const world = await openWorld((_job, { takes }) => {
      runs += 1;
      takes(60);
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(runs).toBe(4);
    const record = await world.record(id);
    expect(record).toMatchObject({ status: 'DEAD', reason: 'killed-its-host', attempts: 3 });
    expect(record?.failures?.map(({ name }) => name)).toEqual(['HostLostError', 'HostLostError', 'HostLostError']);
    expect(world.deadLetters()).toHaveLength(1);
  });
});

describe('a handler that changes its payload', () => {
  it('completes the job it was given, and the next delivery is recognised', async () => {
    const world = await openWorld(({ payload }, { effect }) => {
      effect(payload.parcelId);
      Object.assign(payload, { parcelId: 'p-2', weightGrams: 5 });
      Reflect.deleteProperty(payload, 'does');
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ id: 'parcel.ship:p-1', status: 'COMPLETED' });
    expect(await world.record('parcel.ship:p-2')).toBeUndefined();
    expect(world.outcomes(id)).toEqual(['in-progress', 'completed', 'duplicate']);
    expect(world.effects.get('p-1')).toBe(1);
  });
});

describe('a handler that returns', () => {
  it.each([
    ['nothing', undefined, undefined],
    ['null', null, 'null'],
    ['an empty object', {}, '{}'],
  ])('%s completes its job, and the next delivery is not run', async (_what, returned, stored) => {
    const world = await openWorld(({ payload }, { effect }) => {
      effect(payload.parcelId);
      return returned;
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['completed', 'duplicate']);
    expect(world.effects.get('p-1')).toBe(1);
    expect((await world.record(id))?.data).toBe(stored);
  });

  it.each([
    ['more than a record may hold', 'x'.repeat(2_049), '(result)'],
    ['what looks like a secret', { accessRef: 'AKIAIOSFODNN7EXAMPLE' }, 'accessRef'],
    ['a BigInt', { weightGrams: 5n }, 'weightGrams'],
  ])('%s has its job dead-lettered at once and never run again', async (_what, returned, path) => {
    const world = await openWorld(({ payload }, { effect }) => {
      effect(payload.parcelId);
      return returned;
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.effects.get('p-1')).toBe(1);
    const record = await world.record(id);
    expect(record).toMatchObject({ status: 'DEAD', reason: 'result-refused', attempts: 1 });
    expect(record?.failures?.[0]?.message).toContain(path);
    expect(JSON.stringify([record, world.log, world.deadLetters()])).not.toContain('AKIAIOSFODNN7EXAMPLE');
    // The second message found the death that stands, and is parked under it.
    expect(world.deadLetters().map(({ attributes }) => attributes.deathId?.stringValue)).toEqual([
      record?.death_id,
      record?.death_id,
    ]);
  });
});

describe('a handler that throws what is no Error', () => {
  it.each([
    ['a string', 'out of boxes', 'out of boxes'],
    ['undefined', undefined, 'undefined'],
    ['an object without text', Object.create(null), 'something that has no text'],
  ])('%s is retried like any failure, and the record says what came', async (_what, thrown, message) => {
    const world = await openWorld(() => {
      throw thrown;
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['failed', 'failed', 'dead']);
    expect((await world.record(id))?.failures?.[0]).toMatchObject({ name: 'NonError', message });
  });
});
