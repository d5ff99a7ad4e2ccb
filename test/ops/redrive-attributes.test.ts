import { describe, expect, it } from 'vitest';
import { originalAttributes } from '../../millrace/message/dead-letter-copy.ts';
import type { MessageAttribute } from '../../millrace/message/delivery.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { engineWorld, memoryWorld } from './ops-world.ts';
import { parcelShip } from './parcel-jobs.ts';

type Attributes = Readonly<Record<string, MessageAttribute>>;

const ofEveryType: Attributes = {
  tenant: { dataType: 'String', stringValue: 'Zürich ☃' },
  weight: { dataType: 'Number', stringValue: '12.50' },
  seal: { dataType: 'Binary', binaryBase64: 'AP8BAg==' },
  origin: { dataType: 'String.url', stringValue: 'https://example.com/?a=1&b=2' },
};

const strings = (count: number): Attributes =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `name${index}`,
      { dataType: 'String', stringValue: `value ${index}` },
    ]),
  );

async function parkAndRedrive(trial: OpsTrial, attributes: Attributes) {
  const { source, dead } = await trial.urls(parcelShip);
  const body = trial.body(parcelShip, 'p-1');
  await trial.send(parcelShip, {
    body,
    attributes,
    groupId: 'tenant-1',
    traceHeader: 'Root=1-5759e988-bd862e3fe1be46a994272793',
  });
  await trial.deliver(parcelShip);
  const [parked] = await trial.look(dead);
  await trial.call(redrive, ['parcel.ship']);
  const [back] = await trial.look(source);
  return { body, parked, back };
}

describe.each([
  ['in memory', memoryWorld],
  ['on the embedded engine', engineWorld],
])('a message that is parked and redriven %s', (_where, open) => {
  it('comes back byte for byte, with attributes of every type, its group and its trace', async () => {
    const trial = await openTrial(open);
    const { body, parked, back } = await parkAndRedrive(trial, ofEveryType);
    expect(back?.body).toBe(body);
    expect(originalAttributes(back?.attributes ?? {})).toEqual(ofEveryType);
    expect([parked?.groupId, back?.groupId]).toEqual(['tenant-1', 'tenant-1']);
    expect(back?.traceHeader).toBe('Root=1-5759e988-bd862e3fe1be46a994272793');
  });

  it('gets back nine attributes that its parked copy had no room for', async () => {
    const trial = await openTrial(open);
    const { parked, back } = await parkAndRedrive(trial, strings(9));
    expect(Object.keys(parked?.attributes ?? {}).sort()).toEqual(['attributesKept', 'deathId', 'deathReason']);
    expect(originalAttributes(back?.attributes ?? {})).toEqual(strings(9));
  });

  it('keeps all of ten attributes in its own item, since beside its death id there is no room for them', async () => {
    const trial = await openTrial(open);
    const { body, back } = await parkAndRedrive(trial, strings(10));
    expect(back?.body).toBe(body);
    expect(Object.keys(back?.attributes ?? {})).toEqual(['deathId', 'attributesKept']);
    const stored = await trial.records.getMessage(back?.attributes.attributesKept?.stringValue ?? '');
    expect(stored?.attributes).toEqual(strings(10));
  });

  it('keeps ten attributes beside the ten of another message of its death', async () => {
    const trial = await openTrial(open);
    const { source, dead } = await trial.urls(parcelShip);
    const body = trial.body(parcelShip, 'p-1');
    const others = { ...strings(10), name0: { dataType: 'String', stringValue: 'of another' } };
    await trial.send(parcelShip, { body, attributes: strings(10) });
    await trial.deliver(parcelShip);
    await trial.queues.send(dead, [{ body, attributes: others }]);
    await trial.call(redrive, ['parcel.ship']);
    const keys = (await trial.look(source)).map(({ attributes }) => attributes.attributesKept?.stringValue ?? '');
    const kept = await Promise.all(keys.map((key) => trial.records.getMessage(key)));
    expect(kept.map((one) => one?.attributes.name0?.stringValue).sort()).toEqual(['of another', 'value 0']);
  });

  it('keeps its attributes where SQS moved it by itself', async () => {
    const trial = await openTrial(open);
    const { source, dead } = await trial.urls(parcelShip);
    await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-1'), attributes: ofEveryType }]);
    await trial.call(redrive, ['parcel.ship']);
    const [back] = await trial.look(source);
    expect(originalAttributes(back?.attributes ?? {})).toEqual(ofEveryType);
  });
});

describe('a message whose kept attributes can’t be had', () => {
  it('keeps none of the others from being sent, and stays with its reason', async () => {
    const trial = await openTrial();
    const { dead } = await trial.urls(parcelShip);
    await letDie(trial, parcelShip, 'p-1', 'p-2');
    const attributesKept = { dataType: 'String', stringValue: 'parcel.ship:p-3/message/d-3' };
    await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-3'), attributes: { attributesKept } }]);
    const records = { ...trial.records, getMessage: async () => Promise.reject(new Error('throughput exceeded')) };
    const { json } = await trial.call(redrive, ['parcel.ship'], {}, { stack: { ...trial.stack, records } });
    const failures = [{ id: 'parcel.ship:p-3', why: 'throughput exceeded' }];
    expect(json).toMatchObject({ redriven: 2, failed: 1, failures, aboutLeft: 1 });
  });
});

describe('a message whose attributes can’t be kept beside its copy', () => {
  it('is not sent without them, and stays with its reason', async () => {
    const trial = await openTrial();
    const { dead, source } = await trial.urls(parcelShip);
    await letDie(trial, parcelShip, 'p-1');
    await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-1'), attributes: strings(10) }]);
    const records = { ...trial.records, putMessage: async () => Promise.reject(new Error('throughput exceeded')) };
    const { json } = await trial.call(redrive, ['parcel.ship'], {}, { stack: { ...trial.stack, records } });
    const failures = [{ id: 'parcel.ship:p-1', why: 'throughput exceeded' }];
    expect(json).toMatchObject({ redriven: 1, failed: 1, failures, aboutLeft: 1 });
    expect(await trial.look(source)).toHaveLength(1);
  });
});

describe('a message that SQS moves after too many receives', () => {
  it('is redriven with a fresh count of receives', async () => {
    const trial = await openTrial(engineWorld);
    const { source, dead } = await trial.urls(parcelShip);
    await trial.send(parcelShip, { body: trial.body(parcelShip, 'p-1') });
    const receive = () => trial.queues.receive(source, { most: 10, waitSeconds: 0, visibilitySeconds: 0 });
    for (let received = await receive(); received.length > 0; ) received = await receive();
    expect(await trial.queues.depth(dead)).toMatchObject({ waiting: 1 });
    const { json } = await trial.call(redrive, ['parcel.ship']);
    expect(json).toMatchObject({ received: 1, redriven: 1, verdicts: { safe: 1 }, aboutLeft: 0 });
    trial.mend();
    const [back] = await receive();
    expect(back?.receiveCount).toBe(1);
    await trial.deliver(parcelShip);
    expect(await trial.records.get('parcel.ship:p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });
});
