import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

describe('parking a dead job', () => {
  it('ends in the dead-letter queue where the process dies between settling DEAD and the send', async () => {
    const world = await openWorld();
    world.fault({ at: 'die', kind: 'dies-after' });
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.deliver();
    const settled = await world.record(id);
    expect(settled).toMatchObject({ status: 'DEAD', reason: 'permanent-error' });
    expect(world.deadLetters()).toEqual([]);
    await world.drain();
    expect(world.deadLetters()).toMatchObject([{ attributes: { deathId: { stringValue: settled?.death_id } } }]);
    expect(await world.record(id)).toEqual(settled);
  });

  it('leaves a harmless double where the process dies between the send and the acknowledgement', async () => {
    const world = await openWorld();
    world.fault({ at: 'park', kind: 'dies-after' });
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    const { death_id: deathId } = (await world.record(id)) ?? {};
    expect(world.deadLetters().map(({ attributes }) => attributes.deathId?.stringValue)).toEqual([deathId, deathId]);
    expect(world.messages()).toEqual([]);
  });

  it('keeps the job on its queue as long as the dead-letter queue cannot be reached', async () => {
    const world = await openWorld();
    world.fault({ at: 'park', kind: 'refused', times: 3 });
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    expect(await world.deliver()).toMatchObject({ deleted: 0, kept: 1 });
    expect(world.outcomes(id)).toEqual(['parking-failed']);
    expect(world.messages()).toHaveLength(1);
    await world.drain();
    expect(world.outcomes(id)).toEqual(['parking-failed', 'parking-failed', 'parking-failed', 'dead']);
    expect(world.deadLetters()).toHaveLength(1);
    expect(await world.record(id)).toMatchObject({ status: 'DEAD', attempts: 1 });
  });
});
