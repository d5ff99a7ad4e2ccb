import { describe, expect, it } from 'vitest';
import { fakeJobWith } from './fake-job.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

const envelope = (changed: object, data: string = '{"parcelId":"p-1"}') => {
  const head = JSON.stringify({
    ...{ specversion: '1.0', id: 'parcel.ship:p-1', source: '/test', type: 'parcel.ship' },
    ...{ time: '2026-01-01T00:00:00Z', dataschema: 'urn:millrace:job:parcel.ship:1' },
    ...changed,
  });
  return `${head.slice(0, -1)},"data":${data}}`;
};

const ITEM = 'parcel.ship:~message-2';

/** Between two good jobs. */
async function deliverBetween(host: TrialHost, body: string) {
  await host.send({ parcelId: 'good-1' });
  await host.sendBody(body);
  await host.send({ parcelId: 'good-2' });
  return (await host.invoke()).answer;
}

describe('a message that holds no usable job', () => {
  it.each([
    ['plain text', 'hello', 'unparseable'],
    ['nothing', '', 'unparseable'],
    ['null', 'null', 'not-a-job'],
    ['a list', '[]', 'not-a-job'],
    ['a number', '42', 'not-a-job'],
    ['true', 'true', 'not-a-job'],
    ['another object', '{"foo":1}', 'not-a-job'],
    ['base64', 'cGFy', 'unparseable'],
    ['another type', envelope({ type: 'report.build', dataschema: 'urn:millrace:job:report.build:1' }), 'unknown-type'],
    [
      'two types, of which the last counts',
      envelope({})
        .replace('{', '{"type":"parcel.ship",')
        .replace('"type":"parcel.ship","time', '"type":"report.build","time'),
      'not-a-job',
    ],
    ['no key', envelope({}, '{}'), 'no-key'],
    ['a null key', envelope({}, '{"parcelId":null}'), 'no-key'],
    ['an empty key', envelope({}, '{"parcelId":""}'), 'no-key'],
    ['an unsafe integer', envelope({}, '{"parcelId":"p-1","weight":9007199254740993}'), 'unsafe-integer'],
    [
      'an unsafe integer in a list',
      envelope({}, '{"parcelId":"p-1","more":[{"a":9007199254740993}]}'),
      'unsafe-integer',
    ],
    [
      'twenty thousand lists in one another',
      envelope({}, `{"parcelId":"p-1","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
      'too-deep',
    ],
    ['a field of the wrong type', envelope({}, '{"parcelId":"p-1","weight":"heavy"}'), 'invalid-payload'],
  ])('(%s) is parked with its reason, and its siblings are not affected', async (_, body, reason) => {
    const host = createTrialHost();
    expect(await deliverBetween(host, body)).toEqual({ batchItemFailures: [] });
    expect(host.records.get(ITEM)).toMatchObject({ status: 'DEAD', type: 'parcel.ship', reason, death_id: ITEM });
    expect(host.deadLetters).toMatchObject([
      { body, attributes: { deathId: { stringValue: ITEM }, deathReason: { stringValue: reason } } },
    ]);
    expect(host.record('good-1')?.status).toBe('COMPLETED');
    expect(host.record('good-2')?.status).toBe('COMPLETED');
    expect(host.runs.map(({ id }) => id)).toEqual(['parcel.ship:good-1', 'parcel.ship:good-2']);
  });

  it('has its paths and reasons in its record, and never a value', async () => {
    const host = createTrialHost();
    await host.sendBody(envelope({}, '{"parcelId":"p-1","weight":"s3cr3t-zzz"}'));
    await host.invoke();
    expect(host.records.get('parcel.ship:~message-1')).toMatchObject({
      failures: [{ attempt: 0, name: 'UnusableMessageError', message: 'weight: must be a number' }],
    });
    expect(JSON.stringify([host.lines, [...host.records]])).not.toContain('s3cr3t-zzz');
  });

  it.each([
    ['hello', 'the body is not JSON'],
    ['[]', 'the body is JSON, but not the envelope of a job'],
    ['['.repeat(20_000) + ']'.repeat(20_000), 'the body is nested too deeply'],
    [
      envelope({}, '{"parcelId":9007199254740993}'),
      'the body holds an integer that JSON would round: send it as a string',
    ],
  ])('says in words what is wrong with it: %.40s', async (body, message) => {
    const host = createTrialHost();
    await host.sendBody(body);
    await host.invoke();
    expect(host.records.get('parcel.ship:~message-1')?.failures).toMatchObject([{ message }]);
    expect(host.told).toMatchObject([{ outcome: 'dead', failure: { message } }]);
  });

  it('costs two writes and a send', async () => {
    const host = createTrialHost();
    await host.sendBody('hello');
    await host.invoke();
    expect(host.faults.names).toEqual(['hide', 'message', 'DEAD', 'send']);
  });

  it('reuses its item when it dies again after a redrive, under a new message id', async () => {
    const host = createTrialHost();
    await host.sendBody('hello');
    await host.invoke();
    await host.redrive();
    host.faults.heal();
    await host.invoke();
    expect(host.faults.names).toEqual(['hide', 'message', 'DEAD', 'send']);
    expect([...host.records.keys()]).toEqual(['parcel.ship:~message-1']);
    expect(host.deadLetters[0]?.attributes?.deathId?.stringValue).toBe('parcel.ship:~message-1');
  });

  it.each([
    ['the item of another consumer', 'email.send:~other'],
    ['a record that is no item', 'parcel.ship:p-1'],
    ['an item’s kept message', 'parcel.ship:~other/message'],
    ['no item at all', `parcel.ship:~${'x'.repeat(3_000)}`],
  ])('has an item of its own, though the death that it carries names %s', async (_, stringValue) => {
    const host = createTrialHost();
    await host.sendBody('hello', { deathId: { dataType: 'String', stringValue } });
    await host.invoke();
    expect([...host.records.keys()]).toEqual(['parcel.ship:~message-1']);
  });
});

describe('what job a message holds', () => {
  const typed = (stringValue: string) => ({ type: { dataType: 'String', stringValue } });

  it('is said by its body alone: an attribute makes no job of it', async () => {
    const host = createTrialHost();
    const body = envelope({ type: 'report.build', dataschema: 'urn:millrace:job:report.build:1' });
    await host.sendBody(body, typed('parcel.ship'));
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'dead', reason: 'unknown-type' }]);
    expect(host.runs).toEqual([]);
  });

  it('is said by its body alone: attributes belong to whoever sent them', async () => {
    const host = createTrialHost();
    await host.sendBody(envelope({}), typed('report.build'));
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
  });
});

describe('a message whose death is over', () => {
  const died = async (host: TrialHost, body: string) => {
    const id = 'parcel.ship:~earlier';
    await host.put({ id, status: 'DEAD', death_id: id, dead_at: '2026', dead_partition: 'parcel.ship#0' });
    await host.sendBody(body, { deathId: { dataType: 'String', stringValue: id } });
    await host.invoke();
    return host.records.get(id);
  };

  it.each([
    ['runs', envelope({}), 'COMPLETED'],
    ['has expired', envelope({ expirytime: '2025-12-31T00:00:00Z' }), 'EXPIRED'],
  ])('closes that death first when it holds a usable job, which %s', async (_, body, status) => {
    const host = createTrialHost();
    const item = await died(host, body);
    expect(item?.status).toBe('CLOSED');
    expect(item).not.toHaveProperty('dead_partition');
    expect(host.record('p-1')?.status).toBe(status);
    expect(host.faults.names.slice(0, 2)).toEqual(['hide', 'CLOSED']);
  });

  it('runs nothing before that death is closed', async () => {
    const host = createTrialHost();
    host.faults.choose(({ name }) => (name === 'CLOSED' ? 'fail' : undefined));
    expect((await died(host, envelope({})))?.status).toBe('DEAD');
    expect(host.outcomes).toEqual(['unanswered']);
    expect(host.runs).toEqual([]);
  });

  it('closes it when its job waited too long', async () => {
    const host = createTrialHost();
    const id = 'parcel.ship:~earlier';
    await host.put({ id, status: 'DEAD', death_id: id, expiration: 2_000_000_000 });
    await host.sendBody(envelope({}), { deathId: { dataType: 'String', stringValue: id } });
    host.clock.advance(604_800 - 60);
    await host.invoke();
    expect(host.records.get(id)?.status).toBe('CLOSED');
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'waited-too-long' });
  });
});

describe('what a body may hold', () => {
  it('does not reach a prototype', async () => {
    const host = createTrialHost();
    await host.sendBody(envelope({}, '{"parcelId":"p-1","__proto__":{"admin":true}}'));
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    expect(host.runs.map(({ payload }) => payload)).toEqual([{ parcelId: 'p-1', outcome: 'return' }]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it('is not guessed to be encoded', async () => {
    const host = createTrialHost();
    await host.sendBody(envelope({}, '{"parcelId":"cGFy"}'));
    await host.invoke();
    expect(host.runs[0]?.payload).toMatchObject({ parcelId: 'cGFy' });
  });

  it('may have been written before the payload got a new field, or lost one', async () => {
    const host = createTrialHost();
    await host.sendBody(envelope({}, '{"parcelId":"p-1","fieldSinceRemoved":1}'));
    await host.invoke();
    expect(host.runs[0]?.payload).toEqual({ parcelId: 'p-1', outcome: 'return' });
  });

  it('of an older version is upgraded, and is the same job', async () => {
    const job = fakeJobWith({ version: 2, upgrades: [({ parcel, ...rest }) => ({ ...rest, parcelId: parcel })] });
    const host = createTrialHost({ job });
    await host.sendBody(envelope({}, '{"parcel":"p-1"}'));
    await host.sendBody(envelope({ dataschema: 'urn:millrace:job:parcel.ship:2' }));
    await host.invoke(host.receive(1));
    await host.invoke(host.receive(1));
    expect(host.outcomes).toEqual(['completed', 'duplicate']);
  });

  it('of an older version whose upgrade fails is parked, and says which one failed', async () => {
    const fail = () => {
      throw new TypeError('no parcel');
    };
    const host = createTrialHost({ job: fakeJobWith({ version: 2, upgrades: [fail] }) });
    await host.sendBody(envelope({}, '{"parcel":"p-1"}'));
    await host.invoke();
    expect(host.told).toMatchObject([
      { reason: 'invalid-payload', issues: [{ message: 'the upgrade from version 1 to 2 threw TypeError' }] },
    ]);
  });
});
