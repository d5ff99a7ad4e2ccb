import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import type { JobRecord } from '../../millrace/record/job-record.ts';
import { payloadHash } from '../../millrace/record/payload-hash.ts';
import { openTrial } from './ops-trial.ts';
import { engineWorld, memoryWorld } from './ops-world.ts';
import { parcelShip } from './parcel-jobs.ts';
import { parkedUnder, strict } from './strict-parcel.ts';

const ID = 'parcel.ship:p-1';
const STEPS = { weigh: { done: true, result: '7' }, charge: { started_at: '2026-01-01T00:00:00.000Z' } } as const;

/** A job between two runs, or whose run never ended, and whose only message was parked meanwhile. */
async function openParked(open: typeof engineWorld, record: Partial<JobRecord>) {
  const trial = await openTrial(open);
  const expiration = trial.clock.now() / 1000 + 1_000_000;
  const content = { version: 1, validation: payloadHash({ parcelId: 'p-1' }) };
  await trial.records.update({ id: ID, set: { type: 'parcel.ship', expiration, ...content, attempts: 1, ...record } });
  await trial.send(parcelShip, { body: trial.body(parcelShip, 'p-1') });
  trial.mend();
  await trial.deliver(strict(parcelShip));
  return { trial, id: await parkedUnder(trial, parcelShip) };
}

describe.each([
  ['in memory', memoryWorld],
  ['on the embedded engine', engineWorld],
])('--not-done of a job whose only message is parked, %s', (_where, open) => {
  it.each([
    ['waits for its next run', { status: 'FAILED', steps: STEPS }],
    [
      'was held by a run that never ended',
      { status: 'INPROGRESS', in_progress_expiration: 1, fence: 'f', steps: STEPS },
    ],
  ] as const)('gives it a death and forgets the start where it %s', async (_what, record) => {
    const { trial, id } = await openParked(open, record);
    const { exitCode, json } = await trial.call(redrive, [id], { 'not-done': true });
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 0, redriven: 1, skipped: 0 });
    const found = await trial.records.get(ID);
    expect(found).toMatchObject({ status: 'DEAD' });
    expect(found?.steps).toEqual({ weigh: { done: true, result: '7' } });
    await trial.deliver(parcelShip);
    expect(trial.runs).toEqual([ID]);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', cycle: 2 });
    expect(await trial.records.get(id)).toMatchObject({ status: 'CLOSED' });
  });

  it('leaves one without an unfinished effect to its next run', async () => {
    const { trial, id } = await openParked(open, { status: 'FAILED' });
    expect(await trial.call(redrive, [id], { 'not-done': true })).toMatchObject({ json: { redriven: 1 } });
    expect(await trial.records.get(ID)).toMatchObject({ status: 'FAILED' });
  });
});

describe('--i-have-checked of a job whose only message is parked', () => {
  it('leaves its start to its own code, and the job to its next run', async () => {
    const { trial, id } = await openParked(memoryWorld, { status: 'FAILED', steps: STEPS });
    expect(await trial.call(redrive, [id], { 'i-have-checked': true })).toMatchObject({ json: { redriven: 1 } });
    expect(await trial.records.get(ID)).toMatchObject({ status: 'FAILED', steps: STEPS });
  });
});
