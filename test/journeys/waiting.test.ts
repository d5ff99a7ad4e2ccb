import { NotYetError, RetryLaterError } from 'millrace';
import { describe, expect, it } from 'vitest';
import { openWorld, openWorldOf } from './open-world.ts';
import { parcelLabel } from './parcel-label.ts';
import { parcelWeigh } from './parcel-weigh.ts';

describe('a job that is past its expiry when its turn comes', () => {
  it('is dropped unrun, and its record says so', async () => {
    const world = await openWorldOf(parcelLabel, ({ payload }, { effect }) => effect(payload.labelId));
    const id = await world.send({ labelId: 'l-1', note: 'n' });
    world.advance(3601);
    await world.drain();
    expect(world.outcomes(id)).toEqual(['expired']);
    expect(world.effects.size).toBe(0);
    expect(await world.record(id)).toMatchObject({ status: 'EXPIRED' });
    expect(world.deadLetters()).toEqual([]);
  });

  it('stays so when it is sent once more, and runs in time where its sender gave it longer', async () => {
    const world = await openWorldOf(parcelLabel, ({ payload }, { effect }) => effect(payload.labelId));
    const late = await world.send({ labelId: 'l-1', note: 'n' });
    const inTime = await world.send({ labelId: 'l-2', note: 'n' }, { expiresAt: new Date(world.now() + 7_200_000) });
    world.advance(3601);
    await world.drain();
    await world.send({ labelId: 'l-1', note: 'n' });
    await world.drain();
    expect(world.outcomes(late)).toEqual(['expired', 'expired']);
    expect(world.outcomes(inTime)).toEqual(['completed']);
  });
});

describe('a job that says "not yet"', () => {
  it('waits at no cost to its attempts, longer each time, and runs when its time has come', async () => {
    const openedAtMs = Date.UTC(2026, 0, 2);
    const world = await openWorld(({ payload }, { effect }) => {
      if (world.now() < openedAtMs) throw new NotYetError('the depot is closed', 60);
      effect(payload.parcelId);
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(world.log.at(-1)?.receiveCount).toBeLessThan(40);
    expect(world.effects.get('p-1')).toBe(1);
  });

  it('for ever is parked as having waited too long, before its queue drops it', async () => {
    const world = await openWorld(() => {
      throw new NotYetError('the depot is closed', 60);
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    const record = await world.record(id);
    expect(record).toMatchObject({ status: 'DEAD', reason: 'waited-too-long' });
    expect(world.deadLetters()).toMatchObject([{ attributes: { deathId: { stringValue: record?.death_id } } }]);
  });
});

describe('a job whose receives are nearly used up', () => {
  it('is parked with its reason by us, before SQS would dead-letter it without one', async () => {
    const world = await openWorldOf(parcelWeigh, () => {
      throw new NotYetError('the scales are taken', 60);
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    const record = await world.record(id);
    expect(record).toMatchObject({ status: 'DEAD', reason: 'waited-too-long' });
    expect(world.log.at(-1)?.receiveCount).toBe(28);
    expect(world.deadLetters()).toMatchObject([{ attributes: { deathId: { stringValue: record?.death_id } } }]);
  });
});

describe('a job that says when to try again', () => {
  it('is hidden exactly that long, and the attempt counts', async () => {
    const world = await openWorld(({ payload, attempt }, { effect }) => {
      if (attempt === 1) throw new RetryLaterError('the carrier is busy', 120);
      effect(payload.parcelId);
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.deliver();
    world.advance(119);
    expect(await world.deliver()).toMatchObject({ messages: 0 });
    world.advance(1);
    expect(await world.deliver()).toMatchObject({ messages: 1, deleted: 1 });
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 2 });
  });
});

describe('a job that waited in a queue nobody worked off', () => {
  it('until its retention was nearly over is parked with that reason, unrun, and can be redriven', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1' });
    world.advance(7 * 86_400 - 120);
    await world.deliver();
    expect(world.outcomes(id)).toEqual(['dead']);
    expect(await world.record(id)).toMatchObject({ status: 'DEAD', reason: 'waited-too-long' });
    expect(world.effects.size).toBe(0);
    expect(await world.redrive()).toMatchObject({ redriven: 1 });
    await world.drain();
    expect(world.effects.get('p-1')).toBe(1);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1, cycle: 2 });
  });
});
