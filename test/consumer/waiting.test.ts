import { describe, expect, it } from 'vitest';
import { payloadHash } from '../../millrace/record/payload-hash.ts';
import { fakeJob, fakeJobWith } from './fake-job.ts';
import { createTrialHost } from './trial-host.ts';

const ID = 'parcel.ship:p-1';
const PAYLOAD = { parcelId: 'p-1' };
const SAME = { version: 1, validation: payloadHash(PAYLOAD) };
const START_MS = 1_767_225_600_000;
const LATE = { expiresAt: '2025-12-31T23:59:59Z' };

describe('a job past its expiry', () => {
  it('is recorded so, acknowledged and not run', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD, LATE);
    expect((await host.invoke()).answer).toEqual({ batchItemFailures: [] });
    expect(host.record('p-1')).toMatchObject({ status: 'EXPIRED', ended_at: '2026-01-01T00:00:00.000Z' });
    expect(host.told).toMatchObject([{ outcome: 'expired', jobId: ID }]);
    expect(host.runs).toEqual([]);
    expect(host.deadLetters).toEqual([]);
  });

  it('expires by its age where its sender gave no instant', async () => {
    const host = createTrialHost({ job: fakeJobWith({ expiresAfterSeconds: 60 }) });
    await host.send(PAYLOAD);
    await host.send({ parcelId: 'p-2' }, { expiresAt: '2026-01-02T00:00:00Z' });
    host.clock.advance(61);
    await host.invoke();
    expect(host.outcomes.toSorted()).toEqual(['completed', 'expired']);
  });

  it('runs up to that very age', async () => {
    const host = createTrialHost({ job: fakeJobWith({ expiresAfterSeconds: 60 }) });
    await host.send(PAYLOAD);
    host.clock.advance(60);
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
  });

  it('runs up to that very moment', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD, { expiresAt: '2026-01-01T00:00:00Z' });
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
  });

  it.each([
    ['COMPLETED', 'duplicate', true],
    ['EXPIRED', 'expired', true],
    ['INPROGRESS', 'in-progress', false],
    ['DEAD', 'dead', true],
  ] as const)('follows a record that is %s', async (status, outcome, acknowledged) => {
    const host = createTrialHost();
    const live = { fence: 'f', in_progress_expiration: START_MS + 9_000 };
    await host.put({ id: ID, status, ...SAME, ...live, death_id: 'd', reason: 'attempts-spent' });
    const before = host.record('p-1');
    await host.send(PAYLOAD, LATE);
    const { answer } = await host.invoke();
    expect(answer?.batchItemFailures).toHaveLength(acknowledged ? 0 : 1);
    expect(host.outcomes).toEqual([outcome]);
    expect(host.record('p-1')).toEqual(before);
  });

  it.each(['ACCEPTED', 'FAILED', 'INPROGRESS'] as const)('ends a job that is %s and held by nobody', async (status) => {
    const host = createTrialHost();
    await host.put({ id: ID, status, ...SAME, attempts: 1, fence: 'f', in_progress_expiration: START_MS - 1 });
    await host.send(PAYLOAD, LATE);
    await host.invoke();
    expect(host.record('p-1')).toMatchObject({ status: 'EXPIRED', attempts: 1 });
    expect(host.record('p-1')).not.toHaveProperty('in_progress_expiration');
  });

  it('though redriven, is parked again under the death that stands', async () => {
    const host = createTrialHost();
    await host.put({ id: ID, status: 'DEAD', ...SAME, death_id: 'd', reason: 'attempts-spent' });
    await host.send(PAYLOAD, LATE);
    const [{ body = '' } = {}] = host.receive();
    await host.sendBody(body, { deathId: { dataType: 'String', stringValue: 'd' } });
    await host.invoke();
    expect(host.deadLetters[0]?.attributes?.deathId?.stringValue).toBe('d');
    expect(host.runs).toEqual([]);
  });

  it('takes nothing over from a record past its lifetime: no result, no place among the dead', async () => {
    const host = createTrialHost();
    await host.put({
      ...{ id: ID, status: 'DEAD', ...SAME, expiration: START_MS / 1000 - 10, data: '"old"' },
      ...{ death_id: 'd', reason: 'attempts-spent', dead_at: '2025', dead_partition: 'parcel.ship#0' },
    });
    await host.send(PAYLOAD, LATE);
    await host.invoke();
    expect(host.record('p-1')?.status).toBe('EXPIRED');
    for (const mark of ['data', 'death_id', 'reason', 'dead_at', 'dead_partition']) {
      expect(host.record('p-1')).not.toHaveProperty(mark);
    }
  });
});

describe('a message that waited too long', () => {
  it('is parked while its retention leaves time for that, with the failures its job had', async () => {
    const host = createTrialHost();
    const failures = [{ at: '2026', attempt: 1, name: 'E', message: 'm', requestId: 'r', codeVersion: 'v' }];
    await host.send(PAYLOAD);
    host.clock.advance(604_800 - 150 - 25 - 30 + 1);
    await host.put({ id: ID, status: 'FAILED', ...SAME, attempts: 1, failures });
    expect((await host.invoke()).answer).toEqual({ batchItemFailures: [] });
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'waited-too-long', attempts: 1, failures });
    expect(host.deadLetters).toHaveLength(1);
  });

  it('runs while its retention just suffices', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    host.clock.advance(604_800 - 150 - 25 - 30);
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
  });

  it.each([
    ['retry-later', 'waited-too-long'],
    ['not-yet', 'waited-too-long'],
    ['throw', 'waited-too-long'],
  ] as const)(
    'by its receives dies when its run says %s, before SQS would dead-letter it without a reason',
    async (outcome, reason) => {
      const host = createTrialHost({ job: fakeJobWith({ maxReceiveCount: 30 }) });
      await host.send({ ...PAYLOAD, outcome, seconds: 1 });
      await host.invoke(host.receive().map((delivery) => ({ ...delivery, receiveCount: 28 })));
      expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason, attempts: 1, failures: [{ attempt: 1 }] });
    },
  );

  it.each([
    ['that runs', {}],
    ['that is to be cancelled', { cancel_requested: true }],
  ] as const)('waits for a claim %s all the same', async (_what, wish) => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    host.clock.advance(604_800 - 150);
    const live = { status: 'INPROGRESS', fence: 'f', in_progress_expiration: host.clock.now() + 9_000 } as const;
    await host.put({ id: ID, ...SAME, ...live, ...wish });
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'in-progress', hiddenSeconds: 10 }]);
    expect(host.record('p-1')).toMatchObject({ status: 'INPROGRESS', fence: 'f' });
  });

  it('waits for a live claim also where it was received almost as often as it may be', async () => {
    const host = createTrialHost({ job: fakeJobWith({ maxReceiveCount: 30 }) });
    await host.put({ id: ID, status: 'INPROGRESS', ...SAME, fence: 'f', in_progress_expiration: START_MS + 9_000 });
    await host.send(PAYLOAD);
    await host.invoke(host.receive().map((delivery) => ({ ...delivery, receiveCount: 29 })));
    expect(host.told).toMatchObject([{ outcome: 'in-progress', hiddenSeconds: 10 }]);
  });

  it('does not replace the kept message of a job that died before, when its content is another', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'permanent' });
    await host.invoke();
    const key = `${ID}/message/${host.record('p-1')?.death_id}`;
    const kept = host.messages.get(key);
    await host.send({ ...PAYLOAD, weight: 99 });
    host.clock.advance(604_800 - 60);
    await host.invoke();
    expect(host.outcomes).toEqual(['dead', 'dead']);
    expect(host.records.get('parcel.ship:~message-3')).toMatchObject({ reason: 'other-content' });
    expect(kept).toBeDefined();
    expect(host.messages.get(key)).toEqual(kept);
  });
});

describe('a job that says "not yet"', () => {
  it('has its attempt taken back, adds no failure, and is hidden at least that long', async () => {
    const host = createTrialHost();
    await host.send({ ...PAYLOAD, outcome: 'not-yet', seconds: 600 });
    expect((await host.invoke()).answer?.batchItemFailures).toHaveLength(1);
    expect(host.faults.names).toEqual(['hide', 'claim', 'FAILED', 'hide']);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 0, due_at: '2026-01-01T00:11:00.000Z' });
    expect(host.record('p-1')).not.toHaveProperty('failures');
    expect(host.told).toMatchObject([{ outcome: 'not-yet', hiddenSeconds: 660 }]);
    host.clock.advance(660);
    await host.invoke();
    expect(host.runs.map(({ attempt }) => attempt)).toEqual([1, 1]);
  });
});

describe('a message of newer code', () => {
  const newer = (host: ReturnType<typeof createTrialHost>) =>
    host.send(PAYLOAD, { job: { type: fakeJob.type, version: 2 } });

  it('waits, ever longer, and its record is not touched', async () => {
    const host = createTrialHost();
    await newer(host);
    expect((await host.invoke()).answer?.batchItemFailures).toHaveLength(1);
    expect(host.faults.names).toEqual(['hide', 'hide']);
    expect(host.told).toMatchObject([{ outcome: 'deferred', reason: 'newer-version', hiddenSeconds: 33 }]);
    host.clock.advance(4_000);
    await host.invoke();
    expect(host.told.at(-1)).toMatchObject({ hiddenSeconds: 1_100 });
    expect(host.records.size).toBe(0);
  });

  it('is parked, and never lost, when its waiting is over', async () => {
    const host = createTrialHost();
    await newer(host);
    await host.workOff(8 * 86_400);
    expect(host.outcomes.at(-1)).toBe('dead');
    expect(host.records.get('parcel.ship:~message-1')).toMatchObject({ status: 'DEAD', reason: 'newer-version' });
    expect(host.deadLetters).toHaveLength(1);
    expect(host.clock.now() - START_MS).toBeLessThan((604_800 - 150) * 1000);
    expect(host.clock.now() - START_MS).toBeGreaterThan(5 * 86_400_000);
  });
});
