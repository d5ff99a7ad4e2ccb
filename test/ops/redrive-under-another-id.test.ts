import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { parcelShip } from './parcel-jobs.ts';
import { onStrictCode, parkedUnder, strict } from './strict-parcel.ts';

const ID = 'parcel.ship:p-1';
const oneLine = (text: string) => text.replaceAll('\n', ' ');

async function parkUnusable(trial: OpsTrial, ...parcelIds: readonly string[]): Promise<void> {
  for (const parcelId of parcelIds) await trial.send(parcelShip, { body: trial.body(parcelShip, parcelId) });
  await trial.deliver(strict(parcelShip));
}

describe('a redrive of a job whose message stands in the dead-letter queue under another id', () => {
  it('names the id where it died as a message without a usable job', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1', 'p-2');
    await trial.call(redrive, ['parcel.ship']);
    await trial.deliver(strict(parcelShip));
    const id = await parkedUnder(trial, parcelShip);
    const { exitCode, json, text } = await trial.call(redrive, [ID]);
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 1, redriven: 0, foundUnder: [id] });
    expect(oneLine(text)).toBe(
      `No message of ${ID} was found in the dead-letter queue; its record says DEAD. ` +
        `One that names it is there as ${id}: it held no usable job, or this code can’t read it. Name that id instead.`,
    );
  });

  it('names the id where it died as a job, and this code can’t read it', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const [parked] = await trial.look((await trial.urls(parcelShip)).dead);
    const { exitCode, text } = await trial.call(redrive, [ID], {}, onStrictCode(trial));
    expect(exitCode).toBe(1);
    expect(oneLine(text)).toContain(`One that names it is there as parcel.ship:~${parked?.messageId}: `);
  });

  it('counts the others where there are several', async () => {
    const trial = await openTrial();
    await parkUnusable(trial, 'p-1', 'p-1', 'p-1');
    const id = await parkedUnder(trial, parcelShip);
    const { text } = await trial.call(redrive, [ID]);
    expect(oneLine(text)).toContain(`One that names it is there as ${id} (and 2 others): `);
  });

  it('names the id where its sender called it otherwise, and this code can read it', async () => {
    const trial = await openTrial();
    const ours = JSON.parse(trial.body(parcelShip, 'p-1'));
    await trial.send(parcelShip, { body: JSON.stringify({ ...ours, id: 'order-4711' }) });
    await trial.deliver(strict(parcelShip));
    const id = await parkedUnder(trial, parcelShip);
    expect((await trial.call(redrive, [ID])).json).toMatchObject({ foundUnder: [id] });
  });

  it('says nothing of another job’s that this code can’t read', async () => {
    const trial = await openTrial();
    await parkUnusable(trial, 'p-2');
    expect((await trial.call(redrive, [ID], {}, onStrictCode(trial))).json).toMatchObject({ foundUnder: [] });
  });

  it('says nothing of it where its own message is found', async () => {
    const trial = await openTrial();
    await parkUnusable(trial, 'p-1');
    await letDie(trial, parcelShip, 'p-1');
    const { json, text } = await trial.call(redrive, [ID]);
    expect(json).toMatchObject({ redriven: 1 });
    expect(text).not.toContain('names it');
  });

  it('says nothing of other jobs’ messages', async () => {
    const trial = await openTrial();
    await parkUnusable(trial, 'p-2');
    await trial.queues.send((await trial.urls(parcelShip)).dead, [{ body: 'hello' }]);
    const { json, text } = await trial.call(redrive, [ID]);
    expect(json).toMatchObject({ foundUnder: [] });
    expect(oneLine(text)).toBe(`No message of ${ID} was found in the dead-letter queue, and there is no record of it.`);
  });
});
