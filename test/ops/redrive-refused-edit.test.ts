import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { parcelShip } from './parcel-jobs.ts';
import { onStrictCode, parkedUnder, strict } from './strict-parcel.ts';

const ID = 'parcel.ship:p-1';

/** A dead job, edited to more than the code that was deployed takes: the copy is parked as a message of its own. */
async function parkEdited(trial: OpsTrial, weightGrams = 1_000): Promise<string> {
  await letDie(trial, parcelShip, 'p-1');
  await trial.call(redrive, [ID], { edit: JSON.stringify({ weightGrams }) });
  await trial.deliver(strict(parcelShip));
  trial.mend();
  return parkedUnder(trial, parcelShip);
}

/** Sends back what is parked, as the console does it. */
async function moveBack(trial: OpsTrial): Promise<void> {
  const { source, dead } = await trial.urls(parcelShip);
  for (const { body, attributes, receiptHandle } of await trial.look(dead)) {
    await trial.queues.send(source, [{ body, attributes }]);
    await trial.queues.delete(dead, [receiptHandle]);
  }
}

describe('an edited copy that the deployed code refused', () => {
  it('goes back under the death of its job, and completes it', async () => {
    const trial = await openTrial();
    const id = await parkEdited(trial);
    expect(await trial.records.get(id)).toMatchObject({ reason: 'invalid-payload' });
    const { exitCode, json } = await trial.call(redrive, ['parcel.ship']);
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 0, redriven: 1, verdicts: { safe: 1 } });
    await trial.deliver(parcelShip);
    expect(trial.runs).toEqual([ID]);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', edited: true, cycle: 2 });
    expect(await trial.records.get(id)).toMatchObject({ status: 'CLOSED' });
  });

  it('may be edited anew, by the code that refused it', async () => {
    const trial = await openTrial();
    const id = await parkEdited(trial);
    const { json } = await trial.call(redrive, [id], { edit: '{"weightGrams":500}' }, onStrictCode(trial));
    expect(json).toMatchObject({ redriven: 1 });
    await trial.deliver(strict(parcelShip));
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', edited: true, cycle: 2 });
  });

  it('is held back where an effect of its job is unknown', async () => {
    const trial = await openTrial();
    await parkEdited(trial);
    const steps = { charge: { started_at: '2026-01-01T00:00:00.000Z' } };
    await trial.records.update({ id: ID, set: { steps } });
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ verdicts: { 'unknown-effects': 1 } });
  });

  it('wants a person to compare it where it came by the console and was parked as other content', async () => {
    const trial = await openTrial();
    await parkEdited(trial);
    await moveBack(trial);
    await trial.deliver(parcelShip);
    const { json, text } = await trial.call(redrive, ['parcel.ship']);
    expect(json).toMatchObject({ refused: 1, verdicts: { 'other-content': 1 } });
    expect(text).toContain('an edited one of a dead job: once you have compared them, --i-have-checked');
    expect((await trial.call(redrive, ['parcel.ship'], { 'i-have-checked': true })).json).toMatchObject({
      redriven: 1,
    });
    await trial.deliver(parcelShip);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', edited: true });
  });

  it('is other content once its job is no longer dead', async () => {
    const trial = await openTrial();
    await parkEdited(trial);
    await trial.records.update({ id: ID, set: { status: 'FAILED' }, remove: ['death_id'] });
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ verdicts: { 'other-content': 1 } });
  });
});

describe('a leftover of an earlier edit', () => {
  it('is other content for the death of a later one, even where a person has checked', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await trial.call(redrive, [ID], { edit: '{"weightGrams":500}' });
    await trial.deliver(parcelShip);
    const { dead } = await trial.urls(parcelShip);
    const [earlier] = await trial.look(dead);
    await trial.call(redrive, [ID], { edit: '{"weightGrams":600}' });
    await trial.deliver(parcelShip);
    await trial.queues.send(dead, [{ body: earlier?.body ?? '', attributes: earlier?.attributes }]);
    const { json } = await trial.call(redrive, ['parcel.ship'], { 'i-have-checked': true, 'dry-run': true });
    expect(json).toMatchObject({ received: 2, redriven: 1, refused: 1, verdicts: { safe: 1, 'other-content': 1 } });
  });
});

describe('a message of other content that was never edited', () => {
  it('is refused, even where a person has checked', async () => {
    const trial = await openTrial();
    await parkEdited(trial);
    await moveBack(trial);
    await trial.deliver(parcelShip);
    const { dead } = await trial.urls(parcelShip);
    const [parked] = await trial.look(dead);
    await trial.queues.delete(dead, [parked?.receiptHandle ?? '']);
    const { payloadEdited: _edited, ...attributes } = parked?.attributes ?? {};
    await trial.queues.send(dead, [{ body: parked?.body ?? '', attributes }]);
    const { json } = await trial.call(redrive, ['parcel.ship'], { 'i-have-checked': true });
    expect(json).toMatchObject({ refused: 1, verdicts: { 'other-content': 1 } });
  });
});
