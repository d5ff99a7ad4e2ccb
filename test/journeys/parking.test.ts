import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

describe('parking a dead job', () => {
  it.each([
    ['before the message is stored', 'store-message', 'dies-before'],
    ['before the death is settled', 'die', 'dies-before'],
  ] as const)('is done by the next worker where the process dies %s', async (_when, at, kind) => {
    const world = await openWorld();
    world.fault({ at, kind });
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'DEAD', reason: 'permanent-error', attempts: 1 });
    expect(world.deadLetters()).toHaveLength(1);
  });

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

  it('of a message without a job ends well wherever the process dies', async () => {
    for (const at of ['store-message', 'die', 'park'] as const) {
      for (const kind of ['dies-before', 'dies-after'] as const) {
        const world = await openWorld();
        world.fault({ at, kind });
        const messageId = await world.sendRaw('hello');
        await world.drain();
        const deathIds = world.deadLetters().map(({ attributes }) => attributes.deathId?.stringValue);
        expect(new Set(deathIds), `${kind} ${at}`).toEqual(new Set([`parcel.ship:~${messageId}`]));
      }
    }
  });
});
