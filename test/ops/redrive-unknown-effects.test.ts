import type { JobDefinition } from 'millrace';
import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import type { JobRecord } from '../../millrace/record/job-record.ts';
import type { RecordTable } from '../../millrace/record/record-table.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { engineWorld, memoryWorld } from './ops-world.ts';
import { parcelBill, parcelShip } from './parcel-jobs.ts';

const ID = 'parcel.ship:p-1';
const STARTED = { started_at: '2026-01-01T00:00:00.000Z' };
const STEPS = { weigh: { done: true, result: '7' }, charge: STARTED } as const;

/** A dead job with a finished step, and an effect of which nobody knows whether it happened. */
async function letDieUnknown(trial: OpsTrial, job: JobDefinition = parcelShip): Promise<void> {
  await letDie(trial, job, 'p-1');
  await trial.records.update({ id: `${job.type}:p-1`, set: { reason: 'outcome-unknown', steps: STEPS } });
}

const sent = async (trial: OpsTrial) => (await trial.look((await trial.urls(parcelShip)).source)).length;

describe.each([
  ['in memory', memoryWorld],
  ['on the embedded engine', engineWorld],
])('a dead job with an effect whose end is unknown, %s', (_where, open) => {
  it('is held back, and says what a person can do', async () => {
    const trial = await openTrial(open);
    await letDieUnknown(trial);
    const { exitCode, json, text } = await trial.call(redrive, [ID]);
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 1, refused: 1, verdicts: { 'unknown-effects': 1 } });
    expect(text).toContain('unknown-effects: nobody knows whether an effect of it happened');
    expect(text).toContain('did it not happen: --not-done, job by job');
    expect(text).toContain('can the job’s own code ask (its step has a reconcile): --i-have-checked');
    expect(await sent(trial)).toBe(0);
  });

  it('goes back with --i-have-checked, its start kept: its own code asks', async () => {
    const trial = await openTrial(open);
    await letDieUnknown(trial);
    expect(await trial.call(redrive, [ID], { 'i-have-checked': true })).toMatchObject({ json: { redriven: 1 } });
    expect((await trial.records.get(ID))?.steps).toEqual(STEPS);
    expect(await sent(trial)).toBe(1);
  });

  it('goes back with --not-done, its start forgotten and what was finished kept', async () => {
    const trial = await openTrial(open);
    await letDieUnknown(trial);
    expect(await trial.call(redrive, [ID], { 'not-done': true })).toMatchObject({ exitCode: 0, json: { redriven: 1 } });
    expect(await trial.records.get(ID)).toMatchObject({ status: 'DEAD' });
    expect((await trial.records.get(ID))?.steps).toEqual({ weigh: { done: true, result: '7' } });
    expect(await sent(trial)).toBe(1);
  });

  it('forgets nothing in a dry run', async () => {
    const trial = await openTrial(open);
    await letDieUnknown(trial);
    const options = { 'not-done': true, 'dry-run': true } as const;
    expect(await trial.call(redrive, [ID], options)).toMatchObject({ json: { dryRun: true, redriven: 1 } });
    expect((await trial.records.get(ID))?.steps).toEqual(STEPS);
  });
});

describe('--not-done', () => {
  it('does not say that someone has checked what the job’s rule asks for', async () => {
    const trial = await openTrial();
    await letDieUnknown(trial, parcelBill);
    const { json } = await trial.call(redrive, ['parcel.bill:p-1'], { 'not-done': true });
    expect(json).toMatchObject({ refused: 1, verdicts: { 'check-first': 1 } });
    expect((await trial.records.get('parcel.bill:p-1'))?.steps).toEqual(STEPS);
  });

  it('changes nothing of a job that has no unfinished effect', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    expect(await trial.call(redrive, [ID], { 'not-done': true })).toMatchObject({ json: { redriven: 1 } });
    expect(await trial.records.get(ID)).not.toHaveProperty('steps');
  });

  it('sends nothing where the job moved on before its start could be forgotten', async () => {
    const trial = await openTrial();
    await letDieUnknown(trial);
    const records: RecordTable = {
      ...trial.records,
      update: async (write) => {
        if (write.set.steps) await trial.records.update({ id: ID, set: { status: 'INPROGRESS' } });
        return trial.records.update(write);
      },
    };
    const stack = { ...trial.stack, records };
    const { json } = await trial.call(redrive, [ID], { 'not-done': true }, { stack });
    expect(json).toMatchObject({ redriven: 0, skipped: 1, verdicts: { 'under-way': 1 } });
    expect((await trial.records.get(ID))?.steps).toEqual(STEPS);
    expect(await sent(trial)).toBe(0);
  });

  it('fails, for that message alone, where its start can’t be forgotten', async () => {
    const trial = await openTrial();
    await letDieUnknown(trial);
    const update: RecordTable['update'] = (write) =>
      write.set.steps ? Promise.reject(new Error('throughput exceeded')) : trial.records.update(write);
    const stack = { ...trial.stack, records: { ...trial.records, update } };
    const { json } = await trial.call(redrive, [ID], { 'not-done': true }, { stack });
    expect(json).toMatchObject({ failed: 1, failures: [{ id: ID, why: 'throughput exceeded' }] });
    expect(json).not.toHaveProperty('endedEarly');
  });

  it('keeps a step that a frozen run stored between the look and the death', async () => {
    const trial = await openTrial();
    const { dead } = await trial.urls(parcelShip);
    await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-1') }]);
    const lapsed = { status: 'INPROGRESS', in_progress_expiration: 1, fence: 'frozen', steps: STEPS } as const;
    const expiration = trial.clock.now() / 1000 + 1_000_000;
    await trial.records.update({ id: ID, set: { type: 'parcel.ship', expiration, ...lapsed } });
    const late: JobRecord['steps'] = { ...STEPS, pack: { done: true } };
    const records: RecordTable = {
      ...trial.records,
      update: async (write) => {
        if (write.set.status === 'DEAD') await trial.records.update({ id: ID, set: { steps: late } });
        return trial.records.update(write);
      },
    };
    const stack = { ...trial.stack, records };
    expect(await trial.call(redrive, [ID], { 'not-done': true }, { stack })).toMatchObject({ json: { redriven: 1 } });
    expect((await trial.records.get(ID))?.steps).toEqual({ weigh: { done: true, result: '7' }, pack: { done: true } });
  });
});

describe('a message that SQS moved, of a job that is to be cancelled', () => {
  it.each([
    ['that a run held, and never ended', { status: 'INPROGRESS', in_progress_expiration: 1, fence: 'lost' }],
    ['that older code settled as failed', { status: 'FAILED', fence: 'old' }],
    ['that older code saved, to be sent', { status: 'ACCEPTED' }],
  ] as const)('ends the job cancelled and is discarded: one %s', async (_what, found) => {
    const trial = await openTrial();
    const { dead } = await trial.urls(parcelShip);
    await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-1') }]);
    const expiration = trial.clock.now() / 1000 + 1_000_000;
    await trial.records.update({ id: ID, set: { type: 'parcel.ship', expiration, cancel_requested: true, ...found } });
    const { exitCode, json } = await trial.call(redrive, [ID]);
    expect({ exitCode, ...json }).toMatchObject({
      exitCode: 0,
      discarded: 1,
      verdicts: { cancelled: 1 },
      aboutLeft: 0,
    });
    expect(await trial.records.get(ID)).toMatchObject({ status: 'CANCELLED' });
    expect(await sent(trial)).toBe(0);
  });

  it('is skipped while a run holds it', async () => {
    const trial = await openTrial();
    const { dead } = await trial.urls(parcelShip);
    await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-1') }]);
    const expiration = trial.clock.now() / 1000 + 1_000_000;
    const held = { status: 'INPROGRESS', in_progress_expiration: trial.clock.now() + 1_000, fence: 'f' } as const;
    await trial.records.update({ id: ID, set: { type: 'parcel.ship', expiration, cancel_requested: true, ...held } });
    expect((await trial.call(redrive, [ID])).json).toMatchObject({ skipped: 1, verdicts: { live: 1 } });
    expect(await trial.records.get(ID)).toMatchObject({ status: 'INPROGRESS' });
  });
});

describe('a parked message of a cancelled job', () => {
  it('is refused, and says so', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await trial.records.update({ id: ID, set: { status: 'CANCELLED' } });
    const { json, text } = await trial.call(redrive, [ID]);
    expect(json).toMatchObject({ refused: 1, verdicts: { cancelled: 1 } });
    expect(text).toContain('cancelled: the job is cancelled');
  });
});
