import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, openTrial } from './ops-trial.ts';
import { engineWorld, memoryWorld } from './ops-world.ts';
import { parcelBill, parcelShip } from './parcel-jobs.ts';

describe.each([
  ['in memory', memoryWorld],
  ['on the embedded engine', engineWorld],
])('redrive %s', (_where, open) => {
  it('runs a dead job again, with new attempts, and leaves its dead-letter queue empty', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelShip, 'p-1');
    expect(await trial.records.get('parcel.ship:p-1')).toMatchObject({ status: 'DEAD', attempts: 1 });
    trial.mend();
    const answer = await trial.call(redrive, ['parcel.ship']);
    expect(answer).toMatchObject({
      exitCode: 0,
      json: { received: 1, redriven: 1, verdicts: { safe: 1 }, aboutLeft: 0, failures: [], possibleDoubles: [] },
    });
    await trial.deliver(parcelShip);
    expect(await trial.records.get('parcel.ship:p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1, cycle: 2 });
    const { source, dead } = await trial.urls(parcelShip);
    expect([await trial.look(source), await trial.look(dead)]).toEqual([[], []]);
    expect(trial.runs).toEqual(['parcel.ship:p-1']);
  });

  it('only counts in a dry run, and everything can be redriven right after', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelShip, 'p-1', 'p-2');
    const before = await trial.records.get('parcel.ship:p-1');
    const dry = await trial.call(redrive, ['parcel.ship'], { 'dry-run': true });
    expect(dry).toMatchObject({
      exitCode: 0,
      json: { dryRun: true, received: 2, redriven: 2, verdicts: { safe: 2 }, aboutLeft: 2 },
    });
    expect(dry.text).toContain('would be redriven');
    expect(await trial.records.get('parcel.ship:p-1')).toEqual(before);
    const { source, dead } = await trial.urls(parcelShip);
    expect(await trial.queues.depth(dead)).toEqual({ waiting: 2, inFlight: 0, delayed: 0 });
    expect(await trial.queues.depth(source)).toEqual({ waiting: 0, inFlight: 0, delayed: 0 });
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ received: 2, redriven: 2 });
  });

  it('redrives the one job that is named and gives the others back', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelShip, 'p-1', 'p-2', 'p-3');
    const { json, exitCode } = await trial.call(redrive, ['parcel.ship:p-2']);
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 0, redriven: 1, skipped: 2, verdicts: { 'other-job': 2 } });
    const { source, dead } = await trial.urls(parcelShip);
    expect((await trial.look(source)).map(({ body }) => JSON.parse(body).id)).toEqual(['parcel.ship:p-2']);
    expect(await trial.queues.depth(dead)).toEqual({ waiting: 2, inFlight: 0, delayed: 0 });
  });

  it('gives a message that SQS itself moved a death first, and sends it under that', async () => {
    const trial = await openTrial(open);
    const { dead, source } = await trial.urls(parcelShip);
    await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-1') }]);
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 1, verdicts: { safe: 1 } });
    const record = await trial.records.get('parcel.ship:p-1');
    // 22 days from the first of January: its queue's seven, the fourteen of the dead, and one.
    const expiration = Date.UTC(2026, 0, 23) / 1000;
    expect(record).toMatchObject({ status: 'DEAD', reason: 'received-too-often', expiration });
    const [sent] = await trial.look(source);
    expect(sent?.attributes).toEqual({ deathId: { dataType: 'String', stringValue: record?.death_id } });
    trial.mend();
    await trial.deliver(parcelShip);
    expect(await trial.records.get('parcel.ship:p-1')).toMatchObject({ status: 'COMPLETED', cycle: 2 });
  });

  it('sends a moved message whose job is dead already under the death that stands', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelShip, 'p-1');
    const { dead, source } = await trial.urls(parcelShip);
    const [parked] = await trial.look(dead);
    await trial.queues.delete(dead, [parked?.receiptHandle ?? '']);
    await trial.queues.send(dead, [{ body: parked?.body ?? '' }]);
    const death = (await trial.records.get('parcel.ship:p-1'))?.death_id;
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 1 });
    expect((await trial.look(source))[0]?.attributes).toEqual({ deathId: { dataType: 'String', stringValue: death } });
  });

  it('refuses a completed job, and discards what SQS moved of one', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelShip, 'p-1');
    const { dead, source } = await trial.urls(parcelShip);
    const [parked] = await trial.look(dead);
    trial.mend();
    await trial.call(redrive, ['parcel.ship']);
    await trial.deliver(parcelShip);
    await trial.queues.send(dead, [
      { body: parked?.body ?? '', attributes: parked?.attributes },
      { body: parked?.body ?? '' },
      { body: parked?.body ?? '' },
    ]);
    const answer = await trial.call(redrive, ['parcel.ship']);
    expect(answer).toMatchObject({
      exitCode: 1,
      json: { received: 3, redriven: 0, refused: 1, discarded: 2, verdicts: { 'already-done': 3 }, aboutLeft: 1 },
    });
    expect(await trial.look(source)).toEqual([]);
    expect(await trial.records.get('parcel.ship:p-1')).toMatchObject({ status: 'COMPLETED' });
  });

  it('holds jobs back whose rule says to check first, with the reason, until someone has', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelBill, 'p-1');
    const heldBack = await trial.call(redrive, ['parcel.bill']);
    expect(heldBack).toMatchObject({ exitCode: 1, json: { refused: 1, verdicts: { 'check-first': 1 }, aboutLeft: 1 } });
    expect(heldBack.text).toContain('held back: the bank may have taken the money already');
    expect(heldBack.text).toContain('--i-have-checked');
    const checked = await trial.call(redrive, ['parcel.bill'], { 'i-have-checked': true });
    expect(checked).toMatchObject({ exitCode: 0, json: { redriven: 1, verdicts: { 'check-first': 1 } } });
  });

  it('sends a message without a usable job under its own death, and parks no second item for it', async () => {
    const trial = await openTrial(open);
    await trial.send(parcelShip, { body: 'hello' });
    await trial.deliver(parcelShip);
    const { dead, source } = await trial.urls(parcelShip);
    const deathId = (await trial.look(dead))[0]?.attributes.deathId?.stringValue;
    expect(deathId).toMatch(/^parcel\.ship:~/);
    const { json } = await trial.call(redrive, [deathId ?? '']);
    expect(json).toMatchObject({ redriven: 1, verdicts: { 'never-ran': 1 } });
    expect((await trial.look(source))[0]).toMatchObject({
      body: 'hello',
      attributes: { deathId: { stringValue: deathId } },
    });
    expect(await trial.records.get(deathId ?? '')).toMatchObject({ status: 'DEAD' });
    await trial.deliver(parcelShip);
    expect((await trial.look(dead))[0]?.attributes.deathId?.stringValue).toBe(deathId);
  });
});
