import { describe, expect, it } from 'vitest';
import { openWorld, openWorldOf } from './open-world.ts';
import { parcelWeigh } from './parcel-weigh.ts';

describe('other content under the key of a completed job', () => {
  it('is not run and not taken for done: the message dies, and the record of the job stays as it is', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', weightGrams: 10 });
    await world.drain();
    const completed = await world.record(id);
    await world.send({ parcelId: 'p-1', weightGrams: 99 });
    const [other] = world.messages();
    await world.drain();
    expect(world.outcomes()).toEqual(['completed', 'dead']);
    expect(world.log.at(-1)).toMatchObject({ reason: 'other-content', level: 'error' });
    expect(world.effects.get('p-1')).toBe(1);
    expect(await world.record(id)).toEqual(completed);
    const deathId = `parcel.ship:~${other?.messageId}`;
    expect(await world.record(deathId)).toMatchObject({ status: 'DEAD', reason: 'other-content' });
    expect(world.deadLetters()).toMatchObject([
      { body: other?.body, attributes: { deathId: { stringValue: deathId } } },
    ]);
  });
});

describe('other content under the key of a job that waits for its next attempt', () => {
  it('dies as a message, and the job goes on with the content it had', async () => {
    const seen: unknown[] = [];
    const world = await openWorld(({ payload, attempt }) => {
      seen.push(payload.weightGrams);
      if (attempt === 1) throw new Error('the carrier is on strike');
    });
    const id = await world.send({ parcelId: 'p-1', weightGrams: 10 });
    await world.deliver();
    const failed = await world.record(id);
    expect(failed).toMatchObject({ status: 'FAILED', attempts: 1 });
    await world.send({ parcelId: 'p-1', weightGrams: 99 });
    await world.deliver({ most: 1 });
    expect(world.log.at(-1)).toMatchObject({ outcome: 'dead', reason: 'other-content' });
    expect(await world.record(id)).toEqual(failed);
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 2 });
    expect(seen).toEqual([10, 10]);
  });
});

describe('a failed job whose message vanished and whose record is past its lifetime', () => {
  it('begins anew when it is sent again, with attempts and failures of its own', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'throw' });
    await world.deliver();
    const { expiration = 0 } = (await world.record(id)) ?? {};
    world.advance(expiration - world.now() / 1000 + 10);
    expect(world.messages()).toEqual([]);
    await world.send({ parcelId: 'p-1', does: 'throw' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['failed', 'failed', 'failed', 'dead']);
    const record = await world.record(id);
    expect(record).toMatchObject({ status: 'DEAD', attempts: 3 });
    expect(record?.failures).toHaveLength(3);
  });
});

describe('the same content', () => {
  it('is the same job in whatever order its fields come', async () => {
    const world = await openWorld();
    await world.sendRaw(body('{"parcelId":"p-1","weightGrams":10}'));
    await world.drain();
    await world.sendRaw(body('{"weightGrams":10,"parcelId":"p-1"}'));
    await world.drain();
    expect(world.outcomes('parcel.ship:p-1')).toEqual(['completed', 'duplicate']);
  });
});

describe('a completed job', () => {
  it('is recognised two hours, and twenty days, later', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    for (const days of [1 / 12, 20]) {
      world.advance(days * 86_400);
      await world.send({ parcelId: 'p-1' });
      await world.drain();
    }
    expect(world.outcomes(id)).toEqual(['completed', 'duplicate', 'duplicate']);
  });

  it('whose record is past its lifetime, and still there because DynamoDB deletes late, counts as absent', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', weightGrams: 10 });
    await world.drain();
    const { expiration = 0 } = (await world.record(id)) ?? {};
    world.advance(expiration - world.now() / 1000 + 10);
    await world.send({ parcelId: 'p-1', weightGrams: 99 });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['completed', 'completed']);
    expect(world.effects.get('p-1')).toBe(2);
    const again = await world.record(id);
    expect(again).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(again?.expiration).toBeGreaterThan(expiration);
  });

  it('whose delete was lost is recognised in the copy that somebody puts back under a new message id', async () => {
    const world = await openWorld();
    world.fault({ at: 'acknowledge', kind: 'refused' });
    const id = await world.send({ parcelId: 'p-1' });
    expect(await world.deliver()).toMatchObject({ deleted: 0, kept: 1 });
    const [first] = world.messages();
    const copy = await world.sendRaw(first?.body ?? '');
    expect(copy).not.toBe(first?.messageId);
    await world.drain();
    expect(world.outcomes(id)).toEqual(['completed', 'duplicate', 'duplicate']);
    expect(world.effects.get('p-1')).toBe(1);
    expect(world.deadLetters()).toEqual([]);
  });

  it('whose every delete is lost ends in the dead-letter queue by SQS itself, where a redrive throws it away', async () => {
    const world = await openWorldOf(parcelWeigh, ({ payload }, { effect }) => effect(payload.parcelId));
    world.fault({ at: 'acknowledge', kind: 'refused', times: 30 });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    const completed = await world.record(id);
    expect(completed).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(world.deadLetters()).toMatchObject([{ attributes: {}, receiveCount: 30 }]);
    expect(await world.redrive()).toMatchObject({ received: 1, redriven: 0, discarded: 1 });
    expect(world.deadLetters()).toEqual([]);
    expect(world.messages()).toEqual([]);
    expect(world.effects.get('p-1')).toBe(1);
    expect(await world.record(id)).toEqual(completed);
  });
});

function body(data: string): string {
  return `{"specversion":"1.0","id":"parcel.ship:p-1","source":"/shop","type":"parcel.ship","time":"2026-01-01T00:00:00Z","dataschema":"urn:millrace:job:parcel.ship:1","data":${data}}`;
}
