import { describe, expect, it } from 'vitest';
import { explainError } from '../../millrace/ops/cli/explain-error.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { engineWorld, memoryWorld } from './ops-world.ts';
import { parcelBill, parcelShip } from './parcel-jobs.ts';

const ID = 'parcel.ship:p-1';
const edit = (trial: OpsTrial, patch: unknown, target = ID, more = {}) =>
  trial.call(redrive, [target], { edit: JSON.stringify(patch), ...more });

async function sentData(trial: OpsTrial) {
  const [sent] = await trial.look((await trial.urls(parcelShip)).source);
  return sent && JSON.parse(sent.body).data;
}

/** Takes what is parked away and puts that in its place. */
async function replaceDead(trial: OpsTrial, change: (body: Record<string, unknown>) => string, attributes = {}) {
  const { dead } = await trial.urls(parcelShip);
  const parked = await trial.look(dead);
  await trial.queues.delete(
    dead,
    parked.map(({ receiptHandle }) => receiptHandle),
  );
  const body = change(JSON.parse(parked[0]?.body ?? '{}'));
  await trial.queues.send(dead, [{ body, attributes: { ...parked[0]?.attributes, ...attributes } }]);
}

describe.each([
  ['in memory', memoryWorld],
  ['on the embedded engine', engineWorld],
])('a dead job whose payload is edited, %s', (_where, open) => {
  it('goes back with the changed field, marked, and its record takes the new content over', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelShip, 'p-1');
    const before = await trial.records.get(ID);
    expect(await edit(trial, { weightGrams: 500 })).toMatchObject({ exitCode: 0, json: { redriven: 1 } });
    const [sent] = await trial.look((await trial.urls(parcelShip)).source);
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ id: ID, data: { parcelId: 'p-1', weightGrams: 500 } });
    expect(Object.keys(sent?.attributes ?? {}).toSorted()).toEqual(['deathId', 'payloadEdited']);
    trial.mend();
    await trial.deliver(parcelShip);
    const after = await trial.records.get(ID);
    expect(after).toMatchObject({ status: 'COMPLETED', cycle: 2, attempts: 1, edited: true });
    expect(after?.validation).not.toBe(before?.validation);
  });

  it('is not run with its old payload by a leftover of that, which dies alone', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelShip, 'p-1');
    await edit(trial, { weightGrams: 500 });
    trial.mend();
    await trial.deliver(parcelShip);
    await letDie(trial, parcelShip, 'p-1');
    expect(trial.runs).toEqual([ID]);
    const [parked] = await trial.look((await trial.urls(parcelShip)).dead);
    expect(parked?.attributes.deathReason?.stringValue).toBe('other-content');
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', edited: true });
  });
});

describe('a payload that is edited', () => {
  it('may be one that broke its schema: it runs, and the death of its message is closed', async () => {
    const trial = await openTrial();
    trial.mend();
    const body = trial.body(parcelShip, 'p-1').replace('"parcelId"', '"weightGrams":"heavy","parcelId"');
    await trial.send(parcelShip, { body });
    await trial.deliver(parcelShip);
    const [parked] = await trial.look((await trial.urls(parcelShip)).dead);
    const deathId = parked?.attributes.deathId?.stringValue ?? '';
    expect(await trial.records.get(deathId)).toMatchObject({ reason: 'invalid-payload' });
    expect(await edit(trial, { weightGrams: 500 }, deathId)).toMatchObject({ exitCode: 0, json: { redriven: 1 } });
    await trial.deliver(parcelShip);
    expect(trial.runs).toEqual([ID]);
    expect(await trial.records.get(deathId)).toMatchObject({ status: 'CLOSED' });
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED' });
  });

  it('loses a field where that is null, and keeps the others', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await edit(trial, { weightGrams: 500 });
    await trial.deliver(parcelShip);
    expect(await edit(trial, { weightGrams: null })).toMatchObject({ json: { redriven: 1 } });
    expect(await sentData(trial)).toEqual({ parcelId: 'p-1' });
  });

  it('stays marked when it dies again, and may be edited anew', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await edit(trial, { weightGrams: 500 });
    await trial.deliver(parcelShip);
    const [parked] = await trial.look((await trial.urls(parcelShip)).dead);
    expect(parked?.attributes.payloadEdited?.stringValue).toBe('true');
    trial.mend();
    expect(await edit(trial, { weightGrams: 600 })).toMatchObject({ json: { redriven: 1 } });
    expect(await sentData(trial)).toEqual({ parcelId: 'p-1', weightGrams: 600 });
    await trial.deliver(parcelShip);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', cycle: 3, edited: true });
  });

  it('may be that of a message which died as one, though a record past its lifetime still says its job waits', async () => {
    const trial = await openTrial();
    const deathId = 'parcel.ship:~m-1';
    const text = (stringValue: string) => ({ dataType: 'String', stringValue });
    const attributes = { deathId: text(deathId), deathReason: text('newer-version') };
    await trial.queues.send((await trial.urls(parcelShip)).dead, [{ body: trial.body(parcelShip, 'p-1'), attributes }]);
    await trial.records.update({ id: ID, set: { type: 'parcel.ship', status: 'FAILED', expiration: 1 } });
    expect((await edit(trial, { weightGrams: 1 }, deathId)).json).toMatchObject({ redriven: 1, failed: 0 });
  });

  it('gives one that SQS moved a death first', async () => {
    const trial = await openTrial();
    const { dead } = await trial.urls(parcelShip);
    await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-1') }]);
    expect(await edit(trial, { weightGrams: 500 })).toMatchObject({ json: { redriven: 1 } });
    expect(await trial.records.get(ID)).toMatchObject({ status: 'DEAD', reason: 'received-too-often' });
    trial.mend();
    await trial.deliver(parcelShip);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', edited: true });
  });

  it('changes nothing in a dry run, which says whether it would pass', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const before = await trial.records.get(ID);
    expect(await edit(trial, { weightGrams: 500 }, ID, { 'dry-run': true })).toMatchObject({ json: { redriven: 1 } });
    const refused = await edit(trial, { weightGrams: 'heavy' }, ID, { 'dry-run': true });
    expect(refused).toMatchObject({ exitCode: 0, json: { failed: 1, verdicts: { 'edit-refused': 1 } } });
    expect(await trial.records.get(ID)).toEqual(before);
    expect(await sentData(trial)).toBeUndefined();
  });
});

describe('an edit is refused', () => {
  it.each([
    [
      'that changes the key',
      { parcelId: 'p-2' },
      'it would be parcel.ship:p-2, not parcel.ship:p-1: an edit may not change the key',
    ],
    ['that takes the key away', { parcelId: null }, 'parcelId'],
    ['that breaks the schema', { weightGrams: 1.5 }, 'weightGrams: must be a whole number'],
    ['with a field that is not declared', { colour: 'red' }, 'colour'],
    [
      'with a secret',
      { parcelId: 'p-1', weightGrams: 'sk_live_abcdefghijklmnop' },
      'weightGrams: looks like a Stripe key',
    ],
  ])('%s: it fails with the reason, and the message stays as it is', async (_what, patch, why) => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const before = await trial.records.get(ID);
    const { exitCode, json, text } = await edit(trial, patch);
    expect({ exitCode, ...json }).toMatchObject({
      exitCode: 1,
      failed: 1,
      redriven: 0,
      verdicts: { 'edit-refused': 1 },
    });
    expect((json.failures as { why: string }[])[0]?.why).toContain(why);
    expect(text).toContain('edit-refused: its payload can’t be changed so');
    expect(text).not.toContain('sk_live');
    expect(await trial.records.get(ID)).toEqual(before);
    expect(await sentData(trial)).toBeUndefined();
    expect((await trial.call(redrive, [ID])).json).toMatchObject({ redriven: 1 });
  });

  it('of a body that can’t be read', async () => {
    const trial = await openTrial();
    await trial.send(parcelShip, { body: 'hello' });
    await trial.deliver(parcelShip);
    const [parked] = await trial.look((await trial.urls(parcelShip)).dead);
    const { json } = await edit(trial, { parcelId: 'p-1' }, parked?.attributes.deathId?.stringValue ?? '');
    expect(json.failures).toMatchObject([{ why: "its body can't be read (unparseable): enqueue the job anew" }]);
  });

  it('of a payload that newer code wrote', async () => {
    const trial = await openTrial();
    const body = trial.body(parcelShip, 'p-1').replace('parcel.ship:1', 'parcel.ship:2');
    await trial.queues.send((await trial.urls(parcelShip)).dead, [{ body }]);
    const { json } = await edit(trial, { weightGrams: 1 }, 'parcel.ship:~message-1');
    expect(json.failures).toMatchObject([{ why: 'newer code wrote it: edit it with that code' }]);
  });

  it('of a message that would be one byte larger than a queue takes, and of no smaller one', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const sizeOf = ({ json }: Awaited<ReturnType<typeof edit>>) =>
      /^its message would have (\d+) bytes; 258048 are allowed$/.exec(
        (json.failures as { why: string }[])[0]?.why ?? '',
      );
    const ofSource = (length: number) =>
      replaceDead(trial, (body) => JSON.stringify({ ...body, source: `/${'s'.repeat(length)}` }));
    await ofSource(259_000);
    const tooLong = Number(sizeOf(await edit(trial, { weightGrams: 1 }))?.[1]) - 258_048;
    await ofSource(259_000 - tooLong + 1);
    expect(sizeOf(await edit(trial, { weightGrams: 1 }))?.[1]).toBe('258049');
    await ofSource(259_000 - tooLong);
    expect((await edit(trial, { weightGrams: 1 })).json).toMatchObject({ redriven: 1, failed: 0 });
  });
});

describe('--edit', () => {
  const refusal = async (target: string, given: string | true) => {
    const trial = await openTrial();
    return explainError(await trial.call(redrive, [target], { edit: given }).catch((error: unknown) => error));
  };

  it.each(['{', '{}', 'weightGrams=500', '"text"', '[1]', 'null', '', true] as const)(
    'takes a JSON object and nothing else: %j',
    async (given) => {
      const { message, nextStep } = await refusal(ID, given);
      expect(message).toBe('--edit: no JSON object with a field given');
      expect(nextStep).toBe(`give the fields to change: --edit '{"field": "value"}'`);
    },
  );

  it.each([{ edit: '{}' }, { 'not-done': true as const }])(
    'and --not-done are for one job that is named: %j',
    async (options) => {
      const trial = await openTrial();
      const { message, nextStep } = explainError(
        await trial.call(redrive, ['parcel.ship'], options).catch((error: unknown) => error),
      );
      expect(message).toBe('--not-done and --edit are for one job');
      expect(nextStep).toBe('name it: redrive parcel.ship:<key>');
    },
  );

  it.each([
    ['a payload that would pass', 1],
    ['one that would not', 'heavy'],
  ])(
    'does not let a job through whose rule says to check first, nor says more of it, with %s',
    async (_what, weightGrams) => {
      const trial = await openTrial();
      await letDie(trial, parcelBill, 'p-1');
      const { json } = await edit(trial, { weightGrams }, 'parcel.bill:p-1');
      expect(json).toMatchObject({ refused: 1, verdicts: { 'check-first': 1 } });
    },
  );
});
