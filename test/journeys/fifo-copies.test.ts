import { describe, expect, it } from 'vitest';
import { openWorldOf } from './open-world.ts';
import { parcelRoute } from './parcel-route.ts';
import { shipParcel } from './parcel-ship.ts';

const openRoute = () => openWorldOf(parcelRoute, shipParcel);
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:shop-journey-parcel-route';

describe('an ordered job that is sent again within five minutes', () => {
  it('is one message, even after it was done, and the producer names the same job', async () => {
    const world = await openRoute();
    const first = await world.send({ parcelId: 'p-1', carrierId: 'c-1' });
    await world.drain();
    world.advance(60);
    expect(await world.send({ parcelId: 'p-1', carrierId: 'c-1' })).toBe(first);
    expect(world.messages()).toEqual([]);
    expect(world.outcomes()).toEqual(['completed']);
  });

  it('is delivered and answered as a duplicate when the five minutes are over', async () => {
    const world = await openRoute();
    await world.send({ parcelId: 'p-1', carrierId: 'c-1' });
    await world.drain();
    world.advance(300);
    await world.send({ parcelId: 'p-1', carrierId: 'c-1' });
    await world.drain();
    expect(world.outcomes()).toEqual(['completed', 'duplicate']);
  });

  it('with other content is delivered, and its consumer refuses it', async () => {
    const world = await openRoute();
    await world.send({ parcelId: 'p-1', carrierId: 'c-1' });
    await world.send({ parcelId: 'p-1', carrierId: 'c-1', weightGrams: 5 });
    await world.drain();
    expect(world.outcomes()).toEqual(['completed', 'dead']);
    expect(world.deadLetters()).toMatchObject([{ attributes: { deathReason: { stringValue: 'other-content' } } }]);
  });
});

describe('an ordered job that dies', () => {
  it('is parked in its group, and redriven in it, within the same minute as often as it dies', async () => {
    const world = await openRoute();
    const id = await world.send({ parcelId: 'p-1', carrierId: 'c-1', does: 'give-up' });
    for (const cycle of [1, 2, 3]) {
      await world.drain();
      const record = await world.record(id);
      expect(record).toMatchObject({ status: 'DEAD', ...(cycle === 1 ? {} : { cycle }) });
      expect(world.messages()).toEqual([]);
      expect(world.deadLetters()).toMatchObject([
        { groupId: 'c-1', attributes: { deathId: { stringValue: record?.death_id } } },
      ]);
      expect(await world.redrive()).toMatchObject({ redriven: 1, aboutLeft: 0 });
      expect(world.messages()).toMatchObject([{ groupId: 'c-1' }]);
    }
  });

  it('leaves one copy where the process dies between the send and the acknowledgement: the second send is the first', async () => {
    const world = await openRoute();
    world.fault({ at: 'park', kind: 'dies-after' });
    await world.send({ parcelId: 'p-1', carrierId: 'c-1', does: 'give-up' });
    await world.drain();
    expect(world.messages()).toEqual([]);
    expect(world.deadLetters()).toHaveLength(1);
  });
});

describe('a message without a usable job on a FIFO queue', () => {
  it('keeps its death when it dies again at once, and is parked again all the same', async () => {
    const world = await openRoute();
    const messageId = await world.sendRaw('no job');
    for (let round = 0; round < 3; round += 1) {
      await world.drain();
      expect(world.messages()).toEqual([]);
      expect(world.deadLetters()).toMatchObject([
        { groupId: 'raw', attributes: { deathId: { stringValue: `parcel.route:~${messageId}` } } },
      ]);
      expect(await world.redrive()).toMatchObject({ redriven: 1 });
      expect(world.messages()).toHaveLength(1);
    }
  });
});

describe('a second message of a dead ordered job', () => {
  it('is parked beside the first under the one death; a redrive sends one and discards its double', async () => {
    const world = await openRoute();
    const payload = { parcelId: 'p-1', carrierId: 'c-1', does: 'give-up' } as const;
    await world.send(payload);
    const [first] = world.messages();
    await world.sendRaw(first?.body ?? '');
    await world.drain();
    expect(world.deadLetters()).toHaveLength(2);
    expect(await world.redrive()).toMatchObject({ redriven: 1, discarded: 1, verdicts: { double: 1 } });
    expect(world.messages()).toHaveLength(1);
    expect(world.deadLetters()).toEqual([]);
  });
});

describe('an ordered job that SQS itself moved', () => {
  it('is given a death and goes back to its group, once', async () => {
    const world = await openRoute();
    await world.patchQueue({
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: `${QUEUE}-dead.fifo`, maxReceiveCount: 1 }),
    });
    const id = await world.send({ parcelId: 'p-1', carrierId: 'c-1', does: 'kill-its-host' });
    await world.drain();
    expect(world.deadLetters()).toMatchObject([{ groupId: 'c-1', attributes: {} }]);
    world.deploy(parcelRoute, ({ payload }, { effect }) => effect(payload.parcelId));
    expect(await world.redrive()).toMatchObject({ redriven: 1, verdicts: { safe: 1 } });
    expect(world.messages()).toMatchObject([{ groupId: 'c-1' }]);
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', cycle: 2 });
    expect(world.effects.get('p-1')).toBe(1);
  });
});

describe('more dead of one group than a FIFO queue gives at a time', () => {
  const letDie = async (count: number) => {
    const world = await openRoute();
    for (let sent = 0; sent < count; sent += 1) {
      await world.send({ parcelId: `p-${sent}`, carrierId: 'c-1', does: 'give-up' });
    }
    await world.drain();
    return world;
  };

  it('are all redriven, since those that went make room for those behind', async () => {
    const world = await letDie(25);
    expect(await world.redrive()).toMatchObject({ received: 25, redriven: 25, aboutLeft: 0 });
  });

  it('are counted as far as they can be seen where they stay, and the report says that others stand behind', async () => {
    const world = await letDie(11);
    expect(await world.redrive({ dryRun: true })).toMatchObject({
      received: 10,
      aboutLeft: 11,
      endedEarly: { by: 'error', message: expect.stringContaining('others stand behind those that stay here') },
    });
    expect(world.deadLetters().filter(({ state }) => state === 'visible')).toHaveLength(11);
  });

  it('can not be told one by one behind the tenth: the report says so, and those before it make room', async () => {
    const world = await letDie(11);
    const onlyId = 'parcel.route:p-10';
    expect(await world.redrive({ onlyId })).toMatchObject({
      redriven: 0,
      endedEarly: { by: 'error', message: expect.stringContaining('it may stand behind others of its group') },
    });
    await world.redrive({ onlyId: 'parcel.route:p-0' });
    expect(await world.redrive({ onlyId })).toMatchObject({ redriven: 1, aboutLeft: 9 });
  });
});
