import { describe, expect, it } from 'vitest';
import { payloadHash } from '../../millrace/record/payload-hash.ts';
import { createTrialHost } from './trial-host.ts';

const ID = 'parcel.ship:p-1';
const PAYLOAD = { parcelId: 'p-1' };
const SAME = { version: 1, validation: payloadHash(PAYLOAD) };
/** 2026-01-01T00:00:00Z, where the trial's clock begins. */
const START_MS = 1_767_225_600_000;

describe('a job without a record', () => {
  it('is claimed, run and settled in two writes', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(host.faults.names).toEqual(['hide', 'claim', 'COMPLETED']);
    expect(host.record('p-1')).toEqual({
      id: ID,
      type: 'parcel.ship',
      status: 'COMPLETED',
      version: 1,
      validation: payloadHash(PAYLOAD),
      attempts: 1,
      fence: 'id-1',
      data: '{"shipped":"parcel.ship:p-1"}',
      started_at: '2026-01-01T00:00:00.000Z',
      ended_at: '2026-01-01T00:00:00.000Z',
      expiration: START_MS / 1000 + (7 + 14 + 1) * 86_400,
    });
  });

  it('is held, while it runs, until five seconds after its Lambda is over', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'never-return' });
    await host.invoke();
    expect(host.record('p-1')).toMatchObject({
      status: 'INPROGRESS',
      fence: 'id-1',
      in_progress_expiration: START_MS + (25 + 5) * 1000,
    });
  });
});

describe('a claim', () => {
  it.each(['ACCEPTED', 'FAILED'] as const)(
    'takes a job that is %s with one write and counts its attempt',
    async (status) => {
      const host = createTrialHost();
      await host.put({ id: ID, status, attempts: 1, due_at: '2026-01-01T00:10:00.000Z', ...SAME });
      await host.send(PAYLOAD);
      await host.invoke();
      expect(host.faults.names).toEqual(['hide', 'claim', 'COMPLETED']);
      expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 2 });
      expect(host.record('p-1')).not.toHaveProperty('due_at');
    },
  );

  it.each([
    ['COMPLETED', 'duplicate'],
    ['EXPIRED', 'expired'],
  ] as const)(
    'that finds %s is answered by it and acknowledged as %s, with one failed condition',
    async (status, outcome) => {
      const host = createTrialHost();
      await host.put({ id: ID, status, ...SAME, ...(status === 'COMPLETED' ? { data: '{"shipped":"before"}' } : {}) });
      const before = host.record('p-1');
      await host.send(PAYLOAD);
      const { answer } = await host.invoke();
      expect(answer).toEqual({ batchItemFailures: [] });
      expect(host.faults.names).toEqual(['hide', 'claim']);
      expect(host.outcomes).toEqual([outcome]);
      expect(host.told[0]?.result).toBe(status === 'COMPLETED' ? '{"shipped":"before"}' : undefined);
      expect(host.record('p-1')).toEqual(before);
      expect(host.runs).toEqual([]);
    },
  );

  it('that finds a live claim hides until a second after that claim is over', async () => {
    const host = createTrialHost();
    await host.put({
      id: ID,
      status: 'INPROGRESS',
      fence: 'other',
      in_progress_expiration: START_MS + 17_400,
      ...SAME,
    });
    await host.send(PAYLOAD);
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.told[0]).toMatchObject({ outcome: 'in-progress', hiddenSeconds: 19 });
    host.clock.advance(18);
    expect(host.receive()).toEqual([]);
    host.clock.advance(1);
    expect(host.receive()).toHaveLength(1);
  });

  it('that finds a status of newer code runs nothing, changes nothing, and waits ever longer', async () => {
    const host = createTrialHost();
    await host.put({ id: ID, status: 'CANCELLED' as 'EXPIRED', ...SAME });
    const before = host.record('p-1');
    await host.send(PAYLOAD);
    const { answer } = await host.invoke();
    expect(answer?.batchItemFailures).toHaveLength(1);
    expect(host.told[0]).toMatchObject({ outcome: 'deferred', reason: 'unknown-status', hiddenSeconds: 33 });
    host.clock.advance(7 * 86_400 - 60);
    await host.invoke();
    expect(host.told[1]).toMatchObject({ outcome: 'dead', reason: 'waited-too-long', jobId: 'parcel.ship:~message-1' });
    expect(host.record('p-1')).toEqual(before);
  });

  it('counts a record past its lifetime as absent, and begins with nothing of it', async () => {
    const host = createTrialHost();
    await host.put({
      ...{ id: ID, status: 'COMPLETED', attempts: 3, cycle: 4, data: '"old"', failures: [], version: 1 },
      ...{ validation: 'of other content', expiration: START_MS / 1000 - 10 },
    });
    await host.send(PAYLOAD);
    await host.invoke();
    expect(host.faults.names).toEqual(['hide', 'claim', 'claim', 'COMPLETED']);
    expect(host.record('p-1')).toMatchObject({
      status: 'COMPLETED',
      attempts: 1,
      data: '{"shipped":"parcel.ship:p-1"}',
    });
    expect(host.record('p-1')).not.toHaveProperty('cycle');
    expect(host.record('p-1')).not.toHaveProperty('failures');
  });

  it('loses to another that was quicker between its two updates, and follows it', async () => {
    const host = createTrialHost();
    await host.put({ id: ID, status: 'COMPLETED', expiration: START_MS / 1000 - 10, ...SAME });
    await host.send(PAYLOAD);
    host.faults.choose(({ name, index }) => {
      if (name === 'claim' && index === 2) {
        host.put({
          id: ID,
          status: 'INPROGRESS',
          fence: 'quicker',
          in_progress_expiration: START_MS + 30_000,
          ...SAME,
        });
      }
      return undefined;
    });
    await host.invoke();
    expect(host.faults.names).toEqual(['hide', 'claim', 'claim', 'hide']);
    expect(host.outcomes).toEqual(['in-progress']);
    expect(host.record('p-1')?.fence).toBe('quicker');
    expect(host.runs).toEqual([]);
  });
});

describe('a claim whose answer is lost', () => {
  it('is known by its own fence when the SDK asks again', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    host.faults.choose(({ name }) => (name === 'claim' ? 'ask-twice' : undefined));
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it.each(['fail', 'lose-answer'] as const)(
    '(%s) is given back by its fence, and its message deferred',
    async (fault) => {
      const host = createTrialHost();
      await host.send(PAYLOAD);
      host.faults.choose(({ name }) => (name === 'claim' ? fault : undefined));
      const { answer } = await host.invoke();
      expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
      expect(host.faults.names).toEqual(['hide', 'claim', 'FAILED', 'hide']);
      expect(host.told[0]).toMatchObject({ outcome: 'deferred', reason: 'no-claim', hiddenSeconds: 33 });
      expect(host.runs).toEqual([]);
      host.faults.heal();
      await host.workOff();
      expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    },
  );

  it('is given back again and again until the margin, and its neighbours are answered all the same', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    await host.send({ parcelId: 'p-2' });
    host.faults.choose(({ asked }) => (idOf(asked) === ID ? 'lose-answer' : undefined));
    const begun = await host.invoke();
    expect(begun.answer).toBeUndefined();
    await host.pass(25);
    expect(begun.answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.faults.names.filter((name) => name === 'FAILED').length).toBeGreaterThan(50);
    expect(host.outcomes).toEqual(['completed', 'deferred']);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 0 });
  });

  it('is deferred before the margin though the table has fallen silent, and its neighbours are answered', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    await host.send({ parcelId: 'p-2' });
    host.faults.choose(({ name, asked }) => (idOf(asked) !== ID ? undefined : name === 'claim' ? 'fail' : 'hang'));
    const begun = await host.invoke();
    await host.pass(22);
    expect(begun.answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.outcomes).toEqual(['completed', 'deferred']);
  });

  it('and never comes, ends the invocation by its timeout: nothing is acknowledged, and the job runs once', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    host.faults.choose(({ name }) => (name === 'claim' ? 'hang' : undefined));
    const begun = await host.invoke();
    await host.pass(56);
    expect(begun.answer).toBeUndefined();
    host.faults.heal();
    await host.workOff();
    expect(host.runs).toHaveLength(1);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it('starts nothing when it comes after the margin, and takes its attempt back', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    host.faults.choose(({ name }) => {
      if (name === 'claim') host.clock.advance(23);
      return undefined;
    });
    await host.invoke();
    expect(host.runs).toEqual([]);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 0 });
    expect(host.record('p-1')).not.toHaveProperty('failures');
  });
});

describe('content', () => {
  it.each(['COMPLETED', 'FAILED', 'ACCEPTED', 'DEAD', 'INPROGRESS', 'EXPIRED'] as const)(
    'that differs under the key of a job that is %s is a death of the message, and the record is not touched',
    async (status) => {
      const host = createTrialHost();
      await host.put({
        id: ID,
        status,
        ...SAME,
        fence: 'f',
        in_progress_expiration: START_MS + 9_000,
        death_id: 'd-1',
      });
      const before = host.record('p-1');
      await host.send({ ...PAYLOAD, weight: 99 });
      const { answer } = await host.invoke();
      expect(answer).toEqual({ batchItemFailures: [] });
      expect(host.record('p-1')).toEqual(before);
      expect(host.records.get('parcel.ship:~message-1')).toMatchObject({ status: 'DEAD', reason: 'other-content' });
      expect(host.deadLetters[0]?.attributes?.deathId?.stringValue).toBe('parcel.ship:~message-1');
      expect(host.runs).toEqual([]);
    },
  );

  it('is compared between equal versions only', async () => {
    const host = createTrialHost();
    await host.put({ id: ID, status: 'FAILED', version: 2, validation: 'of the same job at version 2', attempts: 1 });
    await host.send(PAYLOAD);
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
  });

  it('is the same whatever the order of its fields', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', weight: 1 });
    await host.send({ weight: 1, parcelId: 'p-1' });
    await host.invoke(host.receive(1));
    await host.invoke(host.receive(1));
    expect(host.outcomes).toEqual(['completed', 'duplicate']);
  });
});

function idOf(asked: unknown): unknown {
  return typeof asked === 'object' && asked !== null && 'id' in asked ? asked.id : undefined;
}
