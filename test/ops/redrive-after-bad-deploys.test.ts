import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { payloadHash } from '../../millrace/record/payload-hash.ts';
import type { RecordTable } from '../../millrace/record/record-table.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { parcelBill, parcelShip } from './parcel-jobs.ts';
import { onStrictCode, strict } from './strict-parcel.ts';

const ID = 'parcel.ship:p-1';

const TEN = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`name${at}`, { dataType: 'String', stringValue: `value ${at}` }]),
);

/** The record of a job whose run failed, and whose next one is due. */
const failedOnce = (trial: OpsTrial) =>
  trial.records.update({
    id: ID,
    set: {
      ...{ type: 'parcel.ship', status: 'FAILED', attempts: 1, version: 1 },
      ...{ validation: payloadHash({ parcelId: 'p-1' }), expiration: trial.clock.now() / 1000 + 1_000_000 },
    },
  });

describe('a job that a bad deploy parked', () => {
  it('between two of its attempts is redriven once the deploy is put right, and its death as a message is closed', async () => {
    const trial = await openTrial();
    await failedOnce(trial);
    await trial.send(parcelShip, { body: trial.body(parcelShip, 'p-1') });
    await trial.deliver(strict(parcelShip));
    const [parked] = await trial.look((await trial.urls(parcelShip)).dead);
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 1, verdicts: { safe: 1 } });
    trial.mend();
    await trial.deliver(parcelShip);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', attempts: 2 });
    const closed = await trial.records.get(parked?.attributes.deathId?.stringValue ?? '');
    expect(closed).toMatchObject({ status: 'CLOSED' });
  });

  it('whose copy never came leaves no death as a message once SQS has moved it and it is redriven', async () => {
    const trial = await openTrial();
    const { dead, source } = await trial.urls(parcelShip);
    await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-1') }, { body: trial.body(parcelShip, 'p-2') }]);
    const [moved, other] = await trial.look(dead);
    const ghost = `parcel.ship:~${moved?.messageId}`;
    await trial.records.update({ id: ghost, set: { type: 'parcel.ship', status: 'DEAD', expiration: 2_000_000_000 } });
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 2, verdicts: { safe: 2 } });
    expect(await trial.records.get(ghost)).toMatchObject({ status: 'CLOSED' });
    expect(await trial.records.get(`parcel.ship:~${other?.messageId}`)).toBeUndefined();
    expect(await trial.look(source)).toHaveLength(2);
  });

  it('is the only one that costs a redrive a write: what died as a job costs none', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const update = async () => Promise.reject(new Error('nothing is to be written'));
    const stack = { ...trial.stack, records: { ...trial.records, update } };
    const { exitCode, json } = await trial.call(redrive, ['parcel.ship'], {}, { stack });
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 0, redriven: 1 });
  });

  it('after a redrive goes back under its own death, and leaves no other in the list of the dead', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await trial.call(redrive, ['parcel.ship']);
    await trial.deliver(strict(parcelShip));
    const [parked] = await trial.look((await trial.urls(parcelShip)).dead);
    const messageDeath = parked?.attributes.deathId?.stringValue ?? '';
    expect(messageDeath).toMatch(/^parcel\.ship:~/);
    const slow: RecordTable['update'] = async (write) => {
      await new Promise((resolve) => setImmediate(resolve));
      return trial.records.update(write);
    };
    const stack = { ...trial.stack, records: { ...trial.records, update: slow } };
    const { json } = await trial.call(redrive, ['parcel.ship'], {}, { stack });
    expect(json).toMatchObject({ redriven: 1, aboutLeft: 0 });
    expect(await trial.records.get(messageDeath)).toMatchObject({ status: 'CLOSED' });
    expect(await trial.records.get(messageDeath)).not.toHaveProperty('dead_partition');
    trial.mend();
    await trial.deliver(parcelShip);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', cycle: 2 });
  });

  it('keeps its ten attributes through a death as a job and a death as a message', async () => {
    const trial = await openTrial();
    const { source } = await trial.urls(parcelShip);
    await trial.send(parcelShip, { body: trial.body(parcelShip, 'p-1'), attributes: TEN });
    await trial.deliver(parcelShip);
    await trial.call(redrive, ['parcel.ship']);
    await trial.deliver(strict(parcelShip));
    await trial.call(redrive, ['parcel.ship']);
    const [back] = await trial.look(source);
    const kept = await trial.records.getMessage(back?.attributes.attributesKept?.stringValue ?? '');
    expect(kept?.attributes).toEqual(TEN);
  });
});

describe('a job whose payload the code at hand can’t read', () => {
  it('is not redriven once it died as a job: what ran of it stands in a record that can’t be found', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, 'p-1');
    const { json } = await trial.call(redrive, ['parcel.bill'], { 'i-have-checked': true }, onStrictCode(trial));
    expect(json).toMatchObject({ redriven: 0, refused: 1, verdicts: { unreadable: 1 }, aboutLeft: 1 });
  });

  it.each([
    ['waits for a check where its rule wants one', parcelBill, { refused: 1, verdicts: { 'check-first': 1 } }],
    ['goes by its rule', parcelShip, { redriven: 1, verdicts: { safe: 1 } }],
  ])('and which SQS moved by itself %s', async (_what, job, told) => {
    const trial = await openTrial();
    await trial.queues.send((await trial.urls(job)).dead, [{ body: trial.body(job, 'p-1') }]);
    expect((await trial.call(redrive, [job.type], {}, onStrictCode(trial))).json).toMatchObject(told);
  });

  it('keeps ten attributes beside it before it goes back without them', async () => {
    const trial = await openTrial();
    const { source, dead } = await trial.urls(parcelShip);
    await trial.queues.send(dead, [{ body: 'hello', attributes: TEN }]);
    await trial.call(redrive, ['parcel.ship']);
    const [back] = await trial.look(source);
    const key = back?.attributes.attributesKept?.stringValue ?? '';
    expect(key).toMatch(/^parcel\.ship:~[\w-]+\/message\/parcel\.ship:~/);
    expect((await trial.records.getMessage(key))?.attributes).toEqual(TEN);
  });
});

describe('a job that was redriven from the AWS console, failed once, and was moved by SQS', () => {
  it('is redriven: no other message of it is left', async () => {
    const trial = await openTrial();
    const { source, dead } = await trial.urls(parcelShip);
    await letDie(trial, parcelShip, 'p-1');
    await trial.records.update({ id: ID, set: { status: 'FAILED' }, remove: ['death_id', 'dead_partition'] });
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 1, verdicts: { safe: 1 } });
    expect(await trial.look(dead)).toEqual([]);
    expect(await trial.look(source)).toHaveLength(1);
  });
});
