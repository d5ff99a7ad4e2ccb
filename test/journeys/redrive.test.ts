import { describe, expect, it } from 'vitest';
import type { MessageAttribute } from '../../millrace/message/delivery.ts';
import { openWorld, openWorldOf } from './open-world.ts';
import { parcelLabel } from './parcel-label.ts';
import { parcelShip, shipParcel } from './parcel-ship.ts';
import { parcelWeigh } from './parcel-weigh.ts';

describe('redriving a dead job', () => {
  it('runs it once more, with attempts anew and its earlier failures kept', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'throw' });
    await world.drain();
    const dead = await world.record(id);
    world.deploy(parcelShip, ({ payload }, { effect }) => effect(payload.parcelId));
    expect(await world.redrive()).toMatchObject({ received: 1, redriven: 1, verdicts: { safe: 1 }, aboutLeft: 0 });
    expect(world.deadLetters()).toEqual([]);
    expect(world.messages()).toMatchObject([{ attributes: { deathId: { stringValue: dead?.death_id } } }]);
    await world.drain();
    expect(world.outcomes(id)).toEqual(['failed', 'failed', 'dead', 'completed']);
    expect(world.effects.get('p-1')).toBe(1);
    const record = await world.record(id);
    expect(record).toMatchObject({ status: 'COMPLETED', attempts: 1, cycle: 2 });
    expect(record?.failures).toHaveLength(3);
    expect(record).not.toHaveProperty('death_id');
    expect(record).not.toHaveProperty('dead_partition');
  });

  it('sends it once: a second redrive finds nothing', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    await world.redrive({ onlyId: id });
    expect(await world.redrive({ onlyId: id })).toMatchObject({ received: 0, redriven: 0 });
    expect(world.messages()).toHaveLength(1);
  });

  it('in a dry run changes nothing', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    const before = await world.record(id);
    expect(await world.redrive({ dryRun: true })).toMatchObject({
      dryRun: true,
      received: 1,
      redriven: 1,
      aboutLeft: 1,
    });
    expect(world.deadLetters()).toMatchObject([{ state: 'visible' }]);
    expect(world.messages()).toEqual([]);
    expect(await world.record(id)).toEqual(before);
  });

  it('that dies again has it parked again, under its new death', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    const first = await world.record(id);
    await world.redrive();
    await world.drain();
    const second = await world.record(id);
    expect(second).toMatchObject({ status: 'DEAD', reason: 'permanent-error', cycle: 2, attempts: 1 });
    expect(second?.death_id).not.toBe(first?.death_id);
    expect(world.deadLetters()).toMatchObject([{ attributes: { deathId: { stringValue: second?.death_id } } }]);
    await world.redrive();
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'DEAD', cycle: 3 });
    expect(world.deadLetters()).toHaveLength(1);
  });

  it('with a copy of an earlier death, come late, does not run it: the copy is parked under the death that stands', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    await world.redrive();
    const [copy] = world.messages();
    await world.drain();
    const second = await world.record(id);
    await world.sendRaw(copy?.body ?? '', copy?.attributes);
    await world.drain();
    expect(await world.record(id)).toEqual(second);
    expect(world.deadLetters().map(({ attributes }) => attributes.deathId?.stringValue)).toEqual([
      second?.death_id,
      second?.death_id,
    ]);
  });

  it('that was parked twice runs it once, and drops the double', async () => {
    const world = await openWorld();
    world.fault({ at: 'park', kind: 'dies-after' });
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    expect(world.deadLetters()).toHaveLength(2);
    world.deploy(parcelShip, ({ payload }, { effect }) => effect(payload.parcelId));
    expect(await world.redrive()).toMatchObject({ received: 2, redriven: 1, discarded: 1 });
    await world.drain();
    expect(world.effects.get('p-1')).toBe(1);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', cycle: 2 });
    expect(world.deadLetters()).toEqual([]);
  });

  it('whose copy comes twice runs it once', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    world.deploy(parcelShip, ({ payload }, { effect }) => effect(payload.parcelId));
    await world.redrive();
    const [copy] = world.messages();
    await world.sendRaw(copy?.body ?? '', copy?.attributes);
    await world.drain();
    expect(world.effects.get('p-1')).toBe(1);
    expect(world.outcomes(id).slice(1).toSorted()).toEqual(['completed', 'duplicate', 'in-progress']);
  });

  it('whose worker dies in its new cycle runs it again in that cycle', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    world.deploy(parcelShip, ({ payload }, { effect }) => effect(payload.parcelId));
    world.fault({ at: 'claim', kind: 'dies-after' });
    await world.redrive();
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', cycle: 2, attempts: 1 });
    expect(world.effects.get('p-1')).toBe(1);
  });
});

describe('redriving a message that SQS dead-lettered by itself', () => {
  it('gives it a death first and runs it once with a fresh set of receives', async () => {
    const world = await openWorldOf(parcelWeigh, ({ payload }, { effect }) => effect(payload.parcelId));
    const id = await world.send({ parcelId: 'p-heavy' });
    await world.drain();
    expect(world.deadLetters()).toMatchObject([{ attributes: {}, receiveCount: 30 }]);
    const mended = { ...parcelWeigh, payload: parcelShip.payload };
    world.deploy(mended, ({ payload }, { effect }) => effect(String(payload.parcelId)));
    expect(await world.redrive()).toMatchObject({ received: 1, redriven: 1, aboutLeft: 0 });
    expect(await world.record(id)).toMatchObject({ status: 'DEAD', reason: 'received-too-often' });
    await world.drain();
    expect(world.log.at(-1)).toMatchObject({ outcome: 'completed', jobId: id, receiveCount: 1 });
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1, cycle: 2 });
    expect(world.effects.get('p-heavy')).toBe(1);
  });
});

describe('redriving what holds no usable job', () => {
  it('ends where it was while the code stays as it is: one death, not a second', async () => {
    const world = await openWorld();
    const messageId = await world.sendRaw('hello');
    await world.drain();
    expect(await world.redrive()).toMatchObject({ received: 1, redriven: 1, verdicts: { 'never-ran': 1 } });
    await world.drain();
    const deathId = `parcel.ship:~${messageId}`;
    expect(world.deadLetters()).toMatchObject([{ attributes: { deathId: { stringValue: deathId } } }]);
    expect(await world.record(deathId)).toMatchObject({ status: 'DEAD', reason: 'unparseable' });
    expect(world.outcomes()).toEqual(['dead', 'dead']);
  });

  it('runs it, and closes its death, once the code can read it', async () => {
    const world = await openWorld();
    const strict = {
      ...parcelShip,
      payload: parcelWeigh.payload.extend({ mustBeThere: parcelShip.payload.shape.does.unwrap() }),
    };
    world.deploy(strict, () => undefined);
    const id = await world.send({ parcelId: 'p-1' });
    const [sent] = world.messages();
    await world.drain();
    const deathId = `parcel.ship:~${sent?.messageId}`;
    expect(await world.record(deathId)).toMatchObject({ status: 'DEAD', reason: 'invalid-payload' });
    world.deploy(parcelShip, shipParcel);
    await world.redrive();
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    const closed = await world.record(deathId);
    expect(closed).toMatchObject({ status: 'CLOSED' });
    expect(closed).not.toHaveProperty('dead_partition');
  });

  it('carries body, attributes and trace there and back unchanged', async () => {
    const attributes: Record<string, MessageAttribute> = {
      colour: { dataType: 'String', stringValue: 'blue' },
      price: { dataType: 'Number', stringValue: '12.50' },
      stamp: { dataType: 'Binary', binaryBase64: 'AP/+AQ==' },
    };
    const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1';
    const world = await openWorld();
    const messageId = await world.sendRaw('{"é":"📦"}', attributes, trace);
    await world.drain();
    await world.redrive();
    expect(world.messages()).toMatchObject([
      {
        body: '{"é":"📦"}',
        traceHeader: trace,
        attributes: { ...attributes, deathId: { dataType: 'String', stringValue: `parcel.ship:~${messageId}` } },
      },
    ]);
    expect(Object.keys(world.messages()[0]?.attributes ?? {}).toSorted()).toEqual([
      'colour',
      'deathId',
      'price',
      'stamp',
    ]);
  });

  it('gives back attributes that the dead-letter queue had no room for', async () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 9 }, (_, n): [string, MessageAttribute] => [
        `a${n}`,
        { dataType: 'String', stringValue: `${n}` },
      ]),
    );
    const world = await openWorld();
    await world.sendRaw('hello', attributes);
    await world.drain();
    expect(Object.keys(world.deadLetters()[0]?.attributes ?? {}).toSorted()).toEqual([
      'attributesKept',
      'deathId',
      'deathReason',
    ]);
    await world.redrive();
    expect(world.messages()).toMatchObject([{ attributes }]);
  });
});

describe('a redrive is refused', () => {
  it('of a completed job, which stays completed', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    const [dead] = world.deadLetters();
    world.deploy(parcelShip, ({ payload }, { effect }) => effect(payload.parcelId));
    await world.sendRaw(dead?.body ?? '', { deathId: dead?.attributes.deathId ?? { dataType: 'String' } });
    await world.drain();
    const completed = await world.record(id);
    expect(completed).toMatchObject({ status: 'COMPLETED' });
    expect(await world.redrive()).toMatchObject({
      received: 1,
      redriven: 0,
      refused: 1,
      verdicts: { 'already-done': 1 },
    });
    await world.drain();
    expect(world.effects.get('p-1')).toBe(1);
    expect(await world.record(id)).toEqual(completed);
    expect(world.deadLetters()).toMatchObject([{ state: 'visible' }]);
  });

  it('of a job past its expiry', async () => {
    const world = await openWorldOf(parcelLabel, () => {
      throw new Error('out of paper');
    });
    await world.send({ labelId: 'l-1', note: 'n' });
    await world.drain();
    world.advance(3600);
    expect(await world.redrive()).toMatchObject({ received: 1, redriven: 0, refused: 1, verdicts: { expired: 1 } });
    expect(world.deadLetters()).toHaveLength(1);
  });
});
