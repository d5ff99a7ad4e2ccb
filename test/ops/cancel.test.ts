import { describe, expect, it } from 'vitest';
import { cancel } from '../../millrace/ops/verbs/cancel.ts';
import { letDie, openTrial } from './ops-trial.ts';
import { engineWorld, memoryWorld } from './ops-world.ts';
import { parcelShip } from './parcel-jobs.ts';

const ID = 'parcel.ship:p-1';

describe.each([
  ['in memory', memoryWorld],
  ['on the embedded engine', engineWorld],
])('cancelling a job by hand %s', (_where, open) => {
  it('keeps one that waits from running, and answers the same when asked again', async () => {
    const trial = await openTrial(open);
    await trial.send(parcelShip, { body: trial.body(parcelShip, 'p-1') });
    const first = await trial.call(cancel, [ID]);
    expect(first).toEqual({
      exitCode: 0,
      json: { jobId: ID, type: 'parcel.ship', app: 'shop', stage: 'test', answer: 'cancelled' },
      text: `${ID} is cancelled: it will not run.`,
    });
    expect(await trial.call(cancel, [ID])).toEqual(first);
    trial.mend();
    await trial.deliver(parcelShip);
    expect(trial.runs).toEqual([]);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'CANCELLED' });
  });

  it('refuses a dead one: it does not run by itself', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelShip, 'p-1');
    const { exitCode, json, text } = await trial.call(cancel, [ID]);
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({ answer: 'dead' });
    expect(text).toContain('runs again only by a redrive');
    expect(await trial.records.get(ID)).toMatchObject({ status: 'DEAD' });
  });

  it('says how one has ended', async () => {
    const trial = await openTrial(open);
    trial.mend();
    await trial.send(parcelShip, { body: trial.body(parcelShip, 'p-1') });
    await trial.deliver(parcelShip);
    const { exitCode, json, text } = await trial.call(cancel, [ID]);
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({ answer: 'ended', status: 'COMPLETED' });
    expect(text).toBe(`${ID} has ended: its record says COMPLETED.`);
  });

  it('names the effects that may have happened: of one that waits, and of one that runs', async () => {
    const trial = await openTrial(open);
    const steps = { charge: { started_at: '2026-01-01T00:00:00.000Z' }, weigh: { done: true } } as const;
    const found = { type: 'parcel.ship', expiration: 2_000_000_000, steps } as const;
    const live = { status: 'INPROGRESS', fence: 'f', in_progress_expiration: trial.clock.now() + 9_000 } as const;
    await trial.records.update({ id: ID, set: { ...found, status: 'FAILED' } });
    await trial.records.update({ id: 'parcel.ship:p-2', set: { ...found, ...live } });
    for (const id of [ID, 'parcel.ship:p-2']) {
      const { exitCode, json, text } = await trial.call(cancel, [id]);
      expect({ exitCode, ...json }).toMatchObject({ exitCode: 0, unknownEffects: ['charge'] });
      expect(text).toMatch(/\nIts step charge has begun, and may have happened: ask its provider\.$/);
    }
  });

  it('asks the run that holds it to end', async () => {
    const trial = await openTrial(open);
    const live = { status: 'INPROGRESS', fence: 'f', in_progress_expiration: trial.clock.now() + 9_000 } as const;
    await trial.records.update({ id: ID, set: { type: 'parcel.ship', expiration: 2_000_000_000, ...live } });
    const { exitCode, json, text } = await trial.call(cancel, [ID]);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ answer: 'cancelling' });
    expect(text).toContain('ends cancelled unless that run succeeds');
    expect(await trial.records.get(ID)).toMatchObject({ status: 'INPROGRESS', cancel_requested: true });
  });
});

describe('cancelling', () => {
  it.each([
    ['a job that does not exist', 'parcel.shp:p-1', 'did you mean parcel.ship?'],
    ['a message that holds no job', 'parcel.ship:~4f9b', "is no job's id"],
    ['a type alone', 'parcel.ship', "is no job's id"],
  ])('refuses %s, and writes nothing', async (_what, id, words) => {
    const trial = await openTrial();
    await expect(trial.call(cancel, [id])).rejects.toThrow(words);
    expect(await trial.records.get(id)).toBeUndefined();
  });

  it('asks first, and does nothing without consent', async () => {
    const trial = await openTrial();
    await expect(trial.call(cancel, [ID], {}, { confirm: async () => 'no' })).rejects.toThrow('nothing was cancelled');
    expect(await trial.records.get(ID)).toBeUndefined();
  });
});
