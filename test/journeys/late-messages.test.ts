import { describe, expect, it } from 'vitest';
import { openWorld, openWorldOf } from './open-world.ts';
import { parcelLabel } from './parcel-label.ts';

const NEARLY_THE_RETENTION_SECONDS = 7 * 86_400 - 120;

describe('a second message of a job that waited too long', () => {
  it('leaves a completed job as it is, and is answered from the store', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1' });
    await world.send({ parcelId: 'p-1' });
    await world.deliver({ most: 1 });
    const completed = await world.record(id);
    world.advance(NEARLY_THE_RETENTION_SECONDS);
    await world.deliver();
    expect(world.outcomes(id)).toEqual(['completed', 'duplicate']);
    expect(await world.record(id)).toEqual(completed);
    expect(world.deadLetters()).toEqual([]);
  });

  it('does not overwrite a job that another worker completes just before its death is written', async () => {
    const othersAreDone = Promise.withResolvers<void>();
    const world = await openWorld();
    world.fault({ at: 'die', kind: 'delayed', until: othersAreDone.promise });
    const id = await world.send({ parcelId: 'p-1' });
    world.advance(NEARLY_THE_RETENTION_SECONDS);
    await world.send({ parcelId: 'p-1' });
    const late = world.deliver({ most: 1 });
    await world.deliver({ most: 1 });
    const completed = await world.record(id);
    expect(completed?.status).toBe('COMPLETED');
    othersAreDone.resolve();
    expect(await late).toMatchObject({ messages: 1, deleted: 1 });
    expect(world.outcomes(id)).toEqual(['completed', 'duplicate']);
    expect(await world.record(id)).toEqual(completed);
    expect(world.deadLetters()).toEqual([]);
  });

  it('is parked under the death that stands', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.deliver({ most: 1 });
    const dead = await world.record(id);
    world.advance(NEARLY_THE_RETENTION_SECONDS);
    await world.deliver();
    expect(await world.record(id)).toEqual(dead);
    expect(world.deadLetters().map(({ attributes }) => attributes.deathId?.stringValue)).toEqual([
      dead?.death_id,
      dead?.death_id,
    ]);
  });
});

describe('a second message of a job that is past its expiry', () => {
  it('leaves a completed job completed', async () => {
    const world = await openWorldOf(parcelLabel, () => undefined);
    const id = await world.send({ labelId: 'l-1', note: 'n' });
    await world.send({ labelId: 'l-1', note: 'n' });
    await world.deliver({ most: 1 });
    world.advance(3601);
    await world.drain();
    expect(world.outcomes(id)).toEqual(['completed', 'duplicate']);
    expect((await world.record(id))?.status).toBe('COMPLETED');
  });

  it('waits for a run that began in time', async () => {
    const started = Promise.withResolvers<void>();
    const printed = Promise.withResolvers<void>();
    const world = await openWorldOf(parcelLabel, async () => {
      started.resolve();
      await printed.promise;
    });
    const id = await world.send({ labelId: 'l-1', note: 'n' });
    await world.send({ labelId: 'l-1', note: 'n' });
    world.advance(3595);
    const run = world.deliver({ most: 1 });
    await started.promise;
    world.advance(6);
    await world.deliver();
    printed.resolve();
    await run;
    await world.drain();
    expect(world.outcomes(id)).toEqual(['in-progress', 'completed', 'duplicate']);
    expect((await world.record(id))?.status).toBe('COMPLETED');
  });
});
