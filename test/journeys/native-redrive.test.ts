import { describe, expect, it } from 'vitest';
import { deadJobs } from './dead-jobs.ts';
import { openWorld } from './open-world.ts';
import { parcelShip } from './parcel-ship.ts';

describe.each(deadJobs)('SQS’s own move task, from the dead of %s', (_, letDie) => {
  it('moves nothing that was parked unless the queue is named: SQS does not know where it came from', async () => {
    const { world } = await letDie('parked by the consumer');
    expect(await world.moveNatively('where-it-came-from')).toEqual({
      status: 'FAILED',
      failureReason: 'CouldNotDetermineMessageSource',
      moved: 0,
    });
    expect(world.messages()).toEqual([]);
    expect(world.deadLetters()).toMatchObject([{ state: 'visible' }]);
    expect(await world.redrive()).toMatchObject({ redriven: 1, aboutLeft: 0 });
  });

  it('takes along the death of what was parked: a new cycle, done once', async () => {
    const { id, world, mend } = await letDie('parked by the consumer');
    const dead = await world.record(id);
    mend();
    expect(await world.moveNatively('source')).toEqual({ status: 'COMPLETED', failureReason: undefined, moved: 1 });
    expect(world.messages()).toMatchObject([{ attributes: { deathId: { stringValue: dead?.death_id } } }]);
    await world.drain();
    expect(world.outcomes(id)).toEqual(['dead', 'failed', 'completed']);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 2, cycle: 2 });
    expect(world.effects.get('p-1')).toBe(1);
    expect(world.deadLetters()).toEqual([]);
  });

  it.each(['where-it-came-from', 'source'] as const)('brings back what SQS moved (%s), and it is done', async (to) => {
    const { id, world, mend } = await letDie('moved by SQS');
    mend();
    expect(await world.moveNatively(to)).toMatchObject({ status: 'COMPLETED', moved: 1 });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED' });
    expect(world.effects.get('p-1')).toBe(1);
    expect(world.deadLetters()).toEqual([]);
  });

  it('has parked again, under its new death, what dies again', async () => {
    const { id, world } = await letDie('parked by the consumer');
    await world.moveNatively('source');
    await world.drain();
    expect(world.outcomes(id)).toEqual(['dead', 'dead']);
    const { death_id: deathId } = (await world.record(id)) ?? {};
    expect(world.deadLetters()).toMatchObject([{ attributes: { deathId: { stringValue: deathId } } }]);
  });
});

describe('SQS’s own move task, with a job that was completed meanwhile', () => {
  it('does not have it run again: it is answered from its record', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    const [dead] = world.deadLetters();
    world.deploy(parcelShip, ({ payload }, { effect }) => effect(payload.parcelId));
    await world.sendRaw(dead?.body ?? '', dead?.attributes);
    await world.drain();
    await world.moveNatively('source');
    await world.drain();
    expect(world.outcomes(id)).toEqual(['dead', 'completed', 'duplicate']);
    expect(world.effects.get('p-1')).toBe(1);
    expect(world.deadLetters()).toEqual([]);
  });
});
