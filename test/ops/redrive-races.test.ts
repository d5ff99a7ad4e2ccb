import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import type { JobRecord } from '../../millrace/record/job-record.ts';
import type { RecordTable } from '../../millrace/record/record-table.ts';
import { type OpsTrial, openTrial } from './ops-trial.ts';
import { parcelShip } from './parcel-jobs.ts';
import { stackWith } from './stack-with.ts';

const ID = 'parcel.ship:p-1';
const NOW_MS = Date.UTC(2026, 0, 1);

/** A message that SQS moved, whose job has no record at the redrive's look, and this one at its write. */
async function openMoved(standing: Partial<JobRecord>, over: Partial<RecordTable> = {}) {
  const trial = await openTrial();
  const { dead, source } = await trial.urls(parcelShip);
  await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-1') }]);
  await trial.records.update({ id: ID, set: { type: 'parcel.ship', expiration: NOW_MS / 1000 + 1_000, ...standing } });
  const records = { ...trial.records, get: async () => undefined, ...over };
  const call = () => trial.call(redrive, ['parcel.ship'], {}, { stack: { ...trial.stack, records } });
  return { trial, call, sent: async () => (await trial.look(source)).length };
}
const record = (trial: OpsTrial) => trial.records.get(ID);

describe('a job that moved between the redrive’s look at it and its write', () => {
  it.each([
    [
      'to a run that holds it and is to stop',
      { status: 'INPROGRESS', in_progress_expiration: NOW_MS + 1_000, fence: 'f', cancel_requested: true },
      { skipped: 1, verdicts: { live: 1 } },
    ],
    [
      'to its end, the wish to cancel it still there',
      { status: 'COMPLETED', fence: 'f', cancel_requested: true },
      { discarded: 1, verdicts: { 'already-done': 1 } },
    ],
    [
      'to another life with another payload',
      { status: 'FAILED', fence: 'f', version: 1, validation: 'of another payload' },
      { refused: 1, verdicts: { 'other-content': 1 } },
    ],
  ] as const)('%s is taken as it stands, and stays so', async (_what, standing, counts) => {
    const { trial, call, sent } = await openMoved(standing);
    const before = await record(trial);
    expect((await call()).json).toMatchObject({ redriven: 0, failed: 0, ...counts });
    expect(await record(trial)).toEqual(before);
    expect(await sent()).toBe(0);
  });

  it('and moves still is left to the next redrive', async () => {
    const standing: JobRecord = { id: ID, type: 'parcel.ship', status: 'FAILED', expiration: NOW_MS / 1000 + 1_000 };
    const { call, sent } = await openMoved(standing, { update: async () => ({ written: false, record: standing }) });
    expect((await call()).json).toMatchObject({ redriven: 0, skipped: 1, verdicts: { 'under-way': 1 }, aboutLeft: 1 });
    expect(await sent()).toBe(0);
  });

  it('since its first message went back, and waits again: a second one that SQS moved goes under a death of its own', async () => {
    const trial = await openTrial();
    const { dead, source } = await trial.urls(parcelShip);
    const body = trial.body(parcelShip, 'p-1');
    await trial.queues.send(dead, [{ body }, { body }]);
    const ranAndFailed = stackWith(trial, {
      delete: async (url, handles) => {
        await trial.records.update({ id: ID, set: { status: 'FAILED' }, remove: ['death_id'] });
        return trial.queues.delete(url, handles);
      },
    });
    expect((await trial.call(redrive, ['parcel.ship'], {}, ranAndFailed)).json).toMatchObject({ redriven: 2 });
    const deaths = (await trial.look(source)).map(({ attributes }) => attributes.deathId?.stringValue);
    expect(new Set(deaths).size).toBe(2);
  });
});
