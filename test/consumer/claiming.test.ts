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
      expect(host.told[0]?.jobId).toBe(ID);
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
    await host.put({ id: ID, status: 'PAUSED' as 'EXPIRED', ...SAME });
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

  it.each(['COMPLETED', 'ACCEPTED', 'FAILED', 'INPROGRESS', 'DEAD', 'EXPIRED'] as const)(
    'counts a record that is %s and past its lifetime as absent, and begins with nothing of it',
    async (status) => {
      const host = createTrialHost();
      const failures = [{ at: '2025', attempt: 3, name: 'E', message: 'm', requestId: 'r', codeVersion: 'v' }];
      await host.put({
        ...{ id: ID, status, attempts: 3, cycle: 4, data: '"old"', failures, ...SAME, fence: 'old' },
        ...{ in_progress_expiration: START_MS + 9_000, death_id: 'd', reason: 'attempts-spent', alone: true },
        expiration: START_MS / 1000 - 10,
      });
      await host.send(PAYLOAD);
      await host.invoke();
      expect(host.faults.names).toEqual(['hide', 'claim', 'claim', 'COMPLETED']);
      expect(host.record('p-1')).toMatchObject({
        status: 'COMPLETED',
        attempts: 1,
        data: '{"shipped":"parcel.ship:p-1"}',
      });
      for (const left of ['cycle', 'failures', 'death_id', 'reason', 'alone']) {
        expect(host.record('p-1')).not.toHaveProperty(left);
      }
    },
  );

  it('counts a record past its lifetime as absent though it is of other content', async () => {
    const host = createTrialHost();
    await host.put({ id: ID, status: 'FAILED', version: 1, validation: 'other', expiration: START_MS / 1000 - 10 });
    await host.send(PAYLOAD);
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
  });

  it('counts a record as alive up to the last second of its lifetime', async () => {
    const host = createTrialHost();
    await host.put({ id: ID, status: 'COMPLETED', ...SAME, expiration: START_MS / 1000 });
    await host.send(PAYLOAD);
    await host.invoke();
    expect(host.outcomes).toEqual(['duplicate']);
  });

  it('leaves its message to the lease where the record moved between its two updates, and is made anew', async () => {
    const host = createTrialHost();
    await host.put({ id: ID, status: 'COMPLETED', ...SAME, expiration: START_MS / 1000 - 10 });
    await host.send(PAYLOAD);
    host.faults.choose(({ name, index }) => {
      if (name === 'claim' && index === 2) host.put({ id: ID, status: 'FAILED', attempts: 1, ...SAME });
      return undefined;
    });
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.faults.names).toEqual(['hide', 'claim', 'claim']);
    expect(host.told).toMatchObject([{ outcome: 'deferred', reason: 'contended' }]);
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 2 });
  });

  it.each([{ death_id: 'd' }, { reason: 'attempts-spent' }] as const)(
    'that finds a death that is no more than %o acknowledges nothing',
    async (marks) => {
      const host = createTrialHost();
      await host.put({ id: ID, status: 'DEAD', ...SAME, ...marks });
      await host.send(PAYLOAD);
      const { answer } = await host.invoke();
      expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
      expect(host.deadLetters).toEqual([]);
    },
  );

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
      expect(host.records.get('parcel.ship:~message-1')).toMatchObject({
        ...{ status: 'DEAD', reason: 'other-content' },
        failures: [{ message: '(key): parcel.ship:p-1 stands there with another payload' }],
      });
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
