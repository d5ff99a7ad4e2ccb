import type { JobDefinition } from 'millrace';
import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import type { JobRecord } from '../../millrace/record/job-record.ts';
import { payloadHash } from '../../millrace/record/payload-hash.ts';
import type { RecordTable } from '../../millrace/record/record-table.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { engineWorld, memoryWorld } from './ops-world.ts';
import { parcelBill, parcelShip } from './parcel-jobs.ts';
import { onStrictCode, parkedUnder, strict } from './strict-parcel.ts';

/** A job whose only message the code that was deployed could not use. */
async function parkUnusable(trial: OpsTrial, job: JobDefinition, record: Partial<JobRecord> = {}): Promise<string> {
  const expiration = trial.clock.now() / 1000 + 1_000_000;
  const content = { version: 1, validation: payloadHash({ parcelId: 'p-1' }) };
  if (record.status) {
    await trial.records.update({ id: `${job.type}:p-1`, set: { type: job.type, expiration, ...content, ...record } });
  }
  await trial.send(job, { body: trial.body(job, 'p-1') });
  trial.mend();
  await trial.deliver(strict(job));
  return parkedUnder(trial, job);
}

const edit = (trial: OpsTrial, id: string, more = {}) =>
  trial.call(redrive, [id], { edit: '{"weightGrams":500}', ...more }, onStrictCode(trial));

const sent = async (trial: OpsTrial, job = parcelShip) => (await trial.look((await trial.urls(job)).source)).length;

const ID = 'parcel.ship:p-1';

describe.each([
  ['in memory', memoryWorld],
  ['on the embedded engine', engineWorld],
])('an unusable message that is edited, %s', (_where, open) => {
  it.each([
    ['waits for its next run', { status: 'FAILED', attempts: 1 }],
    ['was saved and never claimed', { status: 'ACCEPTED' }],
    ['was held by a run that never ended', { status: 'INPROGRESS', in_progress_expiration: 1, fence: 'lost' }],
  ] as const)('runs and completes its job where that %s', async (_what, record) => {
    const trial = await openTrial(open);
    const id = await parkUnusable(trial, parcelShip, record);
    expect(await edit(trial, id)).toMatchObject({ exitCode: 0, json: { redriven: 1 } });
    await trial.deliver(strict(parcelShip));
    expect(trial.runs).toEqual([ID]);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', edited: true, cycle: 2 });
    expect(await trial.records.get(id)).toMatchObject({ status: 'CLOSED' });
  });

  it('goes back under the death of its job where that is dead, and begins its next cycle', async () => {
    const trial = await openTrial(open);
    const death = { status: 'DEAD', death_id: 'death-1', reason: 'permanent-error' } as const;
    const id = await parkUnusable(trial, parcelShip, death);
    expect(await edit(trial, id)).toMatchObject({ exitCode: 0, json: { redriven: 1, verdicts: { safe: 1 } } });
    const [copy] = await trial.look((await trial.urls(parcelShip)).source);
    expect(copy?.attributes.deathId?.stringValue).toBe('death-1');
    await trial.deliver(strict(parcelShip));
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', edited: true, cycle: 2 });
  });
});

describe('the edit of an unusable message', () => {
  it('goes back under the message’s own death where there is no record of its job', async () => {
    const trial = await openTrial();
    const id = await parkUnusable(trial, parcelShip);
    expect((await edit(trial, id)).json).toMatchObject({ redriven: 1, verdicts: { 'never-ran': 1 } });
    await trial.deliver(strict(parcelShip));
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED' });
  });

  it.each([
    ['refused where its job has completed', { status: 'COMPLETED' }, { refused: 1, verdicts: { 'already-done': 1 } }],
    [
      'skipped where a run holds its job',
      { status: 'INPROGRESS', in_progress_expiration: 9_999_999_999_999, fence: 'f' },
      { skipped: 1, verdicts: { live: 1 } },
    ],
    [
      'refused where its job stands there with another payload',
      { status: 'FAILED', validation: payloadHash({ parcelId: 'p-1', weightGrams: 7 }) },
      { refused: 1, verdicts: { 'other-content': 1 } },
    ],
    [
      'refused where nobody knows whether an effect of its job happened',
      { status: 'FAILED', steps: { charge: { started_at: '2026-01-01T00:00:00.000Z' } } },
      { refused: 1, verdicts: { 'unknown-effects': 1 } },
    ],
  ] as const)('is %s: nothing is sent, nor written', async (_what, record, told) => {
    const trial = await openTrial();
    const id = await parkUnusable(trial, parcelShip, record);
    const before = await trial.records.get(ID);
    expect((await edit(trial, id)).json).toMatchObject({ redriven: 0, ...told });
    expect(await sent(trial)).toBe(0);
    expect(await trial.records.get(ID)).toEqual(before);
  });

  it('is held back by the rule of its job, once that has a record', async () => {
    const trial = await openTrial();
    const id = await parkUnusable(trial, parcelBill, { status: 'FAILED', attempts: 1 });
    expect((await edit(trial, id)).json).toMatchObject({ refused: 1, verdicts: { 'check-first': 1 } });
    expect((await edit(trial, id, { 'i-have-checked': true })).json).toMatchObject({ redriven: 1 });
    await trial.deliver(strict(parcelBill));
    expect(await trial.records.get('parcel.bill:p-1')).toMatchObject({ status: 'COMPLETED', edited: true });
  });

  it('is refused past its expiry, as that of a usable one is', async () => {
    const trial = await openTrial();
    const id = await parkUnusable(trial, parcelBill, { status: 'FAILED', attempts: 1 });
    const body = JSON.parse(trial.body(parcelBill, 'p-1'));
    const { dead } = await trial.urls(parcelBill);
    const [parked] = await trial.look(dead);
    await trial.queues.delete(dead, [parked?.receiptHandle ?? '']);
    const expired = JSON.stringify({ ...body, expirytime: '2001-01-01T00:00:00.000Z' });
    await trial.queues.send(dead, [{ body: expired, attributes: parked?.attributes }]);
    expect((await edit(trial, id)).json).toMatchObject({ refused: 1, verdicts: { expired: 1 } });
  });

  it('leaves what the death of the message keeps as it was', async () => {
    const trial = await openTrial();
    const id = await parkUnusable(trial, parcelShip, { status: 'FAILED', attempts: 1 });
    await edit(trial, id);
    await trial.deliver(strict(parcelShip));
    const kept = await trial.records.getMessage(`${id}/message/${id}`);
    expect(JSON.parse(kept?.body ?? '').data).toEqual({ parcelId: 'p-1' });
  });

  it('lets one go that died as a job and is unreadable now', async () => {
    const trial = await openTrial();
    await trial.send(parcelShip, { body: trial.body(parcelShip, 'p-1') });
    await trial.deliver(parcelShip);
    const [parked] = await trial.look((await trial.urls(parcelShip)).dead);
    trial.mend();
    expect((await edit(trial, `parcel.ship:~${parked?.messageId}`)).json).toMatchObject({ redriven: 1 });
    await trial.deliver(strict(parcelShip));
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', edited: true, cycle: 2 });
  });
});

describe('the edit of a usable message whose job waits', () => {
  it('gives that a death first: the edited payload runs, and no other message of the job does', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await trial.records.update({ id: ID, set: { status: 'FAILED' }, remove: ['death_id'] });
    await trial.send(parcelShip, { body: trial.body(parcelShip, 'p-1') });
    const options = { edit: '{"weightGrams":500}' };
    expect((await trial.call(redrive, [ID], options)).json).toMatchObject({ redriven: 1, failed: 0 });
    trial.mend();
    await trial.deliver(parcelShip);
    expect(trial.runs).toEqual([ID]);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', edited: true, cycle: 2 });
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 0, refused: 1 });
  });

  it('is skipped where the job was claimed before its death could be written', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await trial.records.update({ id: ID, set: { status: 'FAILED' }, remove: ['death_id'] });
    const claimed = { status: 'INPROGRESS', in_progress_expiration: 9_999_999_999_999, fence: 'f' } as const;
    const records: RecordTable = {
      ...trial.records,
      update: async (write) => {
        if (write.set.status === 'DEAD') await trial.records.update({ id: ID, set: claimed });
        return trial.records.update(write);
      },
    };
    const options = { edit: '{"weightGrams":500}' };
    const { json } = await trial.call(redrive, [ID], options, { stack: { ...trial.stack, records } });
    expect(json).toMatchObject({ redriven: 0, skipped: 1, verdicts: { live: 1 } });
    expect(await sent(trial)).toBe(0);
  });
});
