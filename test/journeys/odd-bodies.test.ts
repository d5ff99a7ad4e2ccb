import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

const envelope = (data: string, extra = '') =>
  `{"specversion":"1.0","id":"parcel.ship:p-1","source":"/shop","type":"parcel.ship","time":"2026-01-01T00:00:00Z",${extra}"dataschema":"urn:millrace:job:parcel.ship:1","data":${data}}`;

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

describe('a body that holds no usable job, between two good ones', () => {
  it.each([
    ['plain text', 'hello', 'unparseable'],
    ['one blank', ' ', 'unparseable'],
    ['base64', 'cGFy', 'unparseable'],
    ['null', 'null', 'not-a-job'],
    ['a list', '[]', 'not-a-job'],
    ['a number', '42', 'not-a-job'],
    ['true', 'true', 'not-a-job'],
    ['an object that is no envelope', '{"foo":1}', 'not-a-job'],
    ['20,000 lists in one another', deep, 'too-deep'],
    ['a payload of 20,000 lists in one another', envelope(`{"parcelId":"p-1","does":${deep}}`), 'too-deep'],
    [
      'a number beyond the safe integers',
      envelope('{"parcelId":"p-1","weightGrams":9007199254740993}'),
      'unsafe-integer',
    ],
    ['such a number in a list of a list', envelope('{"parcelId":"p-1","more":[[9007199254740993]]}'), 'unsafe-integer'],
    [
      'the type of another job, by a repeated field',
      envelope('{"parcelId":"p-1"}', '"type":"parcel.weigh",'),
      'not-a-job',
    ],
    ['no key', envelope('{}'), 'no-key'],
    ['a key that is null', envelope('{"parcelId":null}'), 'no-key'],
    ['a key that is empty', envelope('{"parcelId":""}'), 'no-key'],
    ['"false" for a number', envelope('{"parcelId":"p-1","weightGrams":"false"}'), 'invalid-payload'],
  ])('%s is dead-lettered with its reason, and the others complete', async (_what, body, reason) => {
    const world = await openWorld();
    const before = await world.send({ parcelId: 'p-good-1' });
    const messageId = await world.sendRaw(body);
    const after = await world.send({ parcelId: 'p-good-2' });
    expect(await world.deliver()).toMatchObject({ messages: 3, deleted: 3 });
    expect(world.outcomes(before)).toEqual(['completed']);
    expect(world.outcomes(after)).toEqual(['completed']);
    expect(await world.record(`parcel.ship:~${messageId}`)).toMatchObject({ status: 'DEAD', reason });
    expect(world.deadLetters()).toMatchObject([{ body, attributes: { deathReason: { stringValue: reason } } }]);
    expect([...world.effects.keys()]).toEqual(['p-good-1', 'p-good-2']);
  });

  it('with prototype keys is run without them', async () => {
    const seen: unknown[] = [];
    const world = await openWorld(({ payload }) => void seen.push(payload));
    await world.sendRaw(
      envelope('{"parcelId":"p-1","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
    );
    await world.drain();
    expect(world.outcomes()).toEqual(['completed']);
    expect(seen).toEqual([{ parcelId: 'p-1', does: 'ship' }]);
    expect(Reflect.get(Object(seen[0]), 'isAdmin')).toBeUndefined();
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  it('of another job type sent to the wrong queue is dead-lettered as that', async () => {
    const world = await openWorld();
    const body = envelope('{"parcelId":"p-1"}').replaceAll('parcel.ship', 'parcel.weigh');
    await world.sendRaw(body);
    await world.drain();
    expect(world.log.at(-1)).toMatchObject({ outcome: 'dead', reason: 'unknown-type' });
  });
});
