import { describe, expect, it } from 'vitest';
import { payloadHash } from '../../millrace/record/payload-hash.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

const ID = 'parcel.ship:p-1';
const PAYLOAD = { parcelId: 'p-1' };
const SAME = { version: 1, validation: payloadHash(PAYLOAD) };

const deathIds = (letters: ReturnType<typeof createTrialHost>['deadLetters']) =>
  letters.map(({ attributes }) => attributes?.deathId?.stringValue);

const TEN = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`a${at}`, { dataType: 'Number', stringValue: '12.50' }]),
);

/** Sends a job that fails for good with ten attributes, and lets it die; answers its body. */
async function dieWithTenAttributes(host: TrialHost): Promise<string> {
  await host.send({ ...PAYLOAD, outcome: 'permanent' });
  const [{ body = '' } = {}] = host.receive();
  await host.sendBody(body, TEN);
  await host.invoke(host.receive());
  return body;
}

describe('a job that fails for good', () => {
  it('is claim, message item, settle and send, and is acknowledged', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'permanent' });
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(host.faults.names).toEqual(['hide', 'claim', 'message', 'DEAD', 'send']);
    expect(host.record('p-1')).toMatchObject({
      status: 'DEAD',
      reason: 'permanent-error',
      attempts: 1,
      fence: 'id-1',
      death_id: 'id-2',
      dead_at: '2026-01-01T00:00:00.000Z',
      failures: [{ name: 'PermanentError', message: 'could not ship parcel.ship:p-1' }],
    });
    expect(host.told).toMatchObject([{ outcome: 'dead', reason: 'permanent-error', jobId: ID, attempt: 1 }]);
  });

  it('stands in the dead-letter queue byte for byte, with its attributes, group and trace, its death and the reason as a code', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'permanent' });
    const [{ body = '' } = {}] = host.receive();
    const attributes = {
      source: { dataType: 'String', stringValue: 'shop' },
      price: { dataType: 'Number', stringValue: '12.50' },
      bytes: { dataType: 'Binary', binaryBase64: 'AAEC' },
    };
    await host.sendBody(body, attributes, { groupId: 'tenant-1', traceHeader: 'Root=1-5759e988' });
    await host.invoke(host.receive());
    expect(host.deadLetters).toMatchObject([
      {
        ...{ body, groupId: 'tenant-1', traceHeader: 'Root=1-5759e988' },
        attributes: {
          ...attributes,
          deathId: { dataType: 'String', stringValue: 'id-2' },
          deathReason: { dataType: 'String', stringValue: 'permanent-error' },
        },
      },
    ]);
  });

  it('keeps its attributes in the message item, too, where they would make the copy too large', async () => {
    const host = createTrialHost();
    const large = { note: { dataType: 'String', stringValue: 'x'.repeat(4_096) } };
    const body = 'x'.repeat(258_048);
    await host.sendBody(body, large, { groupId: 'tenant-1', traceHeader: 'Root=1-5759e988' });
    await host.invoke();
    expect(Object.keys(host.deadLetters[0]?.attributes ?? {})).toEqual(['deathId', 'deathReason', 'attributesKept']);
    expect(host.messages.get('parcel.ship:~message-1/message/parcel.ship:~message-1')).toEqual({
      ...{ body, attributes: large, groupId: 'tenant-1', traceHeader: 'Root=1-5759e988' },
      expiration: 1_767_225_600 + 23 * 86_400,
    });
  });

  it('keeps, where its death leaves no room for them, its ten attributes in the message item', async () => {
    const host = createTrialHost();
    const body = await dieWithTenAttributes(host);
    expect(Object.keys(host.deadLetters[0]?.attributes ?? {})).toEqual(['deathId', 'deathReason', 'attributesKept']);
    expect(host.messages.get(`${ID}/message/id-2`)).toMatchObject({ body, attributes: TEN });
  });

  it('keeps the attributes of its first death when a redriven copy, which had no room for them, dies again', async () => {
    const host = createTrialHost();
    const body = await dieWithTenAttributes(host);
    const [{ attributes = {} } = {}] = host.deadLetters;
    await host.sendBody(body, attributes);
    await host.invoke(host.receive());
    expect(host.outcomes).toEqual(['dead', 'dead']);
    const kept = host.deadLetters.map(({ attributes }) => attributes?.attributesKept?.stringValue);
    expect(kept).toEqual([`${ID}/message/id-2`, `${ID}/message/id-4`]);
    expect(host.messages.get(`${ID}/message/id-4`)?.attributes).toEqual(TEN);
  });

  it('has a message item that outlives its record', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'permanent' });
    await host.invoke();
    expect(host.messages.get(`${ID}/message/id-2`)?.expiration).toBe((host.record('p-1')?.expiration ?? 0) + 86_400);
  });

  it('dies after its last attempt, with every attempt in its record', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'throw' });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'failed', 'dead']);
    expect(host.record('p-1')).toMatchObject({
      status: 'DEAD',
      reason: 'attempts-spent',
      attempts: 3,
      failures: [{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }],
    });
  });

  it('dies of its attempts though it asks to be tried later', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'retry-later', seconds: 1 });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'failed', 'dead']);
  });

  it('lives on, untouched, when its message item can not be written', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'permanent' });
    host.faults.choose(({ name }) => (name === 'message' ? 'fail' : undefined));
    const { answer } = await host.invoke();
    expect(answer?.batchItemFailures).toHaveLength(1);
    expect(host.faults.names).toEqual(['hide', 'claim', 'message']);
    expect(host.outcomes).toEqual(['unanswered']);
  });
});

describe('jobs that die unclaimed, of too long a wait', () => {
  it('each have a death of their own, under which their copies are parked', async () => {
    const host = createTrialHost();
    for (const parcelId of ['p-1', 'p-2']) await host.send({ parcelId });
    const aWeekMs = 7 * 86_400_000;
    await host.invoke(host.receive().map((delivery) => ({ ...delivery, sentAtMs: delivery.sentAtMs - aWeekMs })));
    expect(host.outcomes).toEqual(['dead', 'dead']);
    const deaths = ['p-1', 'p-2'].map((key) => host.record(key)?.death_id);
    expect(new Set(deaths).size).toBe(2);
    expect(host.deadLetters.map(({ attributes }) => attributes?.deathId?.stringValue)).toEqual(deaths);
  });
});

describe('a job whose next deferral would outlast its message', () => {
  it('dies of its wait, and is parked', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    const { retentionSeconds, visibilitySeconds, functionTimeoutSeconds } = host.job.timing;
    const lastsMs = (retentionSeconds - visibilitySeconds - functionTimeoutSeconds - 30) * 1000;
    const sentAtMs = host.clock.now() - lastsMs + 10_000;
    await host.invoke(
      host.receive().map((delivery) => ({ ...delivery, sentAtMs })),
      11,
    );
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'waited-too-long' });
    expect(host.deadLetters).toHaveLength(1);
  });
});

describe('a dead-letter queue that can not be reached', () => {
  it.each([
    ['fail', { name: 'ProvisionedThroughputExceededException' }],
    ['refuse', { message: 'the dead-letter queue refused the copy: InternalError' }],
  ] as const)(
    '(%s) keeps the message in its queue, and gets it under the same death when it can',
    async (fault, failure) => {
      const host = createTrialHost();
      await host.send({ ...PAYLOAD, outcome: 'permanent' });
      host.faults.choose(({ name }) => (name === 'send' ? fault : undefined));
      const { answer } = await host.invoke();
      expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
      expect(host.record('p-1')).toMatchObject({ status: 'DEAD', death_id: 'id-2' });
      expect(host.told).toMatchObject([{ outcome: 'parking-failed', failure }]);
      host.faults.heal();
      host.clock.advance(60);
      await host.invoke();
      expect(host.outcomes).toEqual(['parking-failed', 'dead']);
      expect(deathIds(host.deadLetters)).toEqual(['id-2']);
      expect(host.waiting).toBe(0);
      expect(host.runs).toHaveLength(1);
    },
  );
});

describe('a message that finds its job dead', () => {
  it.each([
    ['no death', {}],
    ['another death', { deathId: { dataType: 'String', stringValue: 'earlier' } }],
  ])('and carries %s is parked again under the death that stands', async (_, attributes) => {
    const host = createTrialHost();
    await host.put({ id: ID, status: 'DEAD', death_id: 'standing', reason: 'attempts-spent', attempts: 3, ...SAME });
    const before = host.record('p-1');
    await host.send(PAYLOAD);
    const [{ body = '' } = {}] = host.receive();
    await host.sendBody(body, attributes);
    await host.invoke(host.receive());
    expect(host.faults.names).toEqual(['hide', 'claim', 'send']);
    expect(deathIds(host.deadLetters)).toEqual(['standing']);
    expect(host.record('p-1')).toEqual(before);
    expect(host.runs).toEqual([]);
  });

  it('keeps the attributes that its copy has no room for beside those of the message that died', async () => {
    const host = createTrialHost();
    const body = await dieWithTenAttributes(host);
    const others = { ...TEN, a0: { dataType: 'String', stringValue: 'of another sender' } };
    await host.sendBody(body, others);
    await host.invoke(host.receive());
    const keys = host.deadLetters.map(({ attributes }) => attributes?.attributesKept?.stringValue ?? '');
    expect(new Set(deathIds(host.deadLetters)).size).toBe(1);
    expect(keys.map((key) => host.messages.get(key)?.attributes)).toEqual([TEN, others]);
  });

  it('and carries that death starts a new cycle: attempts anew, failures kept, no longer among the dead', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'throw' });
    await host.workOff();
    await host.redrive();
    host.faults.heal();
    await host.invoke();
    expect(host.faults.names).toEqual(['hide', 'claim', 'claim', 'FAILED', 'hide']);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 1, cycle: 2 });
    expect(host.record('p-1')?.failures).toHaveLength(4);
    for (const mark of ['death_id', 'dead_at', 'dead_partition', 'reason', 'ended_at']) {
      expect(host.record('p-1')).not.toHaveProperty(mark);
    }
  });

  it('dies a second time under a new death, and is parked again', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'permanent' });
    await host.workOff();
    expect(deathIds(await host.redrive())).toEqual(['id-2']);
    await host.workOff();
    expect(host.runs).toHaveLength(2);
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', cycle: 2, attempts: 1 });
    expect(deathIds(host.deadLetters)).toEqual([host.record('p-1')?.death_id]);
    expect(host.record('p-1')?.death_id).not.toBe('id-2');
  });

  it('is parked under a death that came between its two updates', async () => {
    const host = createTrialHost();
    const death = { id: ID, status: 'DEAD', reason: 'attempts-spent', attempts: 3, ...SAME } as const;
    await host.put({ ...death, death_id: 'd' });
    await host.send(PAYLOAD);
    const [{ body = '' } = {}] = host.receive();
    await host.sendBody(body, { deathId: { dataType: 'String', stringValue: 'd' } });
    host.faults.choose(({ name, index }) => {
      if (name === 'claim' && index === 2) host.put({ ...death, death_id: 'later' });
      return undefined;
    });
    await host.invoke(host.receive());
    expect(host.runs).toEqual([]);
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', death_id: 'later' });
    expect(deathIds(host.deadLetters)).toEqual(['later']);
  });

  it('was redriven twice and completed once: the second copy is answered from the store', async () => {
    const host = createTrialHost();
    await host.put({ id: ID, status: 'DEAD', death_id: 'd', reason: 'attempts-spent', attempts: 3, ...SAME });
    await host.send(PAYLOAD);
    const [{ body = '' } = {}] = host.receive();
    const carrying = { deathId: { dataType: 'String', stringValue: 'd' } };
    await host.sendBody(body, carrying);
    await host.sendBody(body, carrying);
    await host.invoke(host.receive(1));
    await host.invoke(host.receive(1));
    expect(host.outcomes).toEqual(['completed', 'duplicate']);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1, cycle: 2 });
    expect(host.deadLetters).toEqual([]);
  });
});

describe('a job that completed and was lost on its way to being deleted', () => {
  it('comes back under a new message id, and is recognised by its key', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    const delivered = host.receive();
    await host.invoke(delivered.slice());
    await host.sendBody(delivered[0]?.body ?? '');
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(host.outcomes).toEqual(['completed', 'duplicate']);
    expect(host.told[1]).toMatchObject({ messageId: 'message-2', result: '{"shipped":"parcel.ship:p-1"}' });
    expect(host.runs).toHaveLength(1);
  });
});
