import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { type OpsTrial, openTrial } from './ops-trial.ts';
import { parcelShip } from './parcel-jobs.ts';
import { parkedUnder } from './strict-parcel.ts';

/** A message by a sender that is none of ours, and which this code can't use. */
async function parkForeign(trial: OpsTrial, envelope: object, data: object): Promise<string> {
  const ours = JSON.parse(trial.body(parcelShip, 'p-1'));
  trial.mend();
  await trial.send(parcelShip, { body: JSON.stringify({ ...ours, ...envelope, data }) });
  await trial.deliver(parcelShip);
  return parkedUnder(trial, parcelShip);
}

const why = (json: Readonly<Record<string, unknown>>) => (json.failures as { why: string }[])[0]?.why;

describe('the edit of a message whose sender gave it an id of its own', () => {
  it.each([
    ['no job id', 'order-service-4711'],
    ['one that looks like another job’s', 'order.place:4711'],
    ['one that begins like this job’s', 'parcel.ship:parcel 4711'],
  ])('keeps the key of its payload, and runs: %s', async (_what, id) => {
    const trial = await openTrial();
    const deathId = await parkForeign(trial, { id }, { parcelId: 'p-1', weightGrams: 'heavy' });
    const { exitCode, json } = await trial.call(redrive, [deathId], { edit: '{"weightGrams":5}' });
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 0, redriven: 1 });
    await trial.deliver(parcelShip);
    expect(trial.runs).toEqual(['parcel.ship:p-1']);
  });

  it('may not change that key', async () => {
    const trial = await openTrial();
    const deathId = await parkForeign(trial, { id: 'order-4711' }, { parcelId: 'p-1', weightGrams: 'heavy' });
    const { json } = await trial.call(redrive, [deathId], { edit: '{"weightGrams":5,"parcelId":"p-2"}' });
    expect(why(json)).toBe('it would be parcel.ship:p-2, not parcel.ship:p-1: an edit may not change the key');
  });

  it('may give it a key where it had none', async () => {
    const trial = await openTrial();
    const deathId = await parkForeign(trial, { id: 'order-4711' }, { weightGrams: 5 });
    expect((await trial.call(redrive, [deathId], { edit: '{"parcelId":"p-3"}' })).json).toMatchObject({ redriven: 1 });
    await trial.deliver(parcelShip);
    expect(trial.runs).toEqual(['parcel.ship:p-3']);
  });
});

describe('the edit of a message with a job’s id', () => {
  it('may not make it another job, though its payload lost the key', async () => {
    const trial = await openTrial();
    const deathId = await parkForeign(trial, {}, { weightGrams: 5 });
    const { json } = await trial.call(redrive, [deathId], { edit: '{"parcelId":"p-2"}' });
    expect(why(json)).toBe('it would be parcel.ship:p-2, not parcel.ship:p-1: an edit may not change the key');
  });

  it('is refused where it is a job of another type', async () => {
    const trial = await openTrial();
    const other = { type: 'order.place', id: 'order-4711', dataschema: 'urn:millrace:job:order.place:1' };
    const deathId = await parkForeign(trial, other, { parcelId: 'p-1' });
    const { json } = await trial.call(redrive, [deathId], { edit: '{"weightGrams":5}' });
    expect(why(json)).toBe('it holds a job of order.place, not of parcel.ship: send it to the queue of that');
  });
});
