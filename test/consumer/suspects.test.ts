import { describe, expect, it } from 'vitest';
import type { JobRecord } from '../../millrace/record/job-record.ts';
import { payloadHash } from '../../millrace/record/payload-hash.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

const ID = 'parcel.ship:p-1';
const PAYLOAD = { parcelId: 'p-1' };
/** A claim whose run never ended, a second ago. */
const LAPSED: JobRecord = {
  ...{ type: 'parcel.ship', expiration: 2_000_000_000 },
  ...{ id: ID, status: 'INPROGRESS', fence: 'lost', attempts: 2 },
  ...{ version: 1, validation: payloadHash(PAYLOAD), in_progress_expiration: 1_767_225_600_000 - 1_000 },
};

/** Invokes with what is visible until the queue is empty; says how many hosts died. */
async function workOffCountingDeaths(host: TrialHost): Promise<{ rounds: number; deaths: number }> {
  const count = { rounds: 0, deaths: 0 };
  while (host.waiting > 0 && count.rounds < 30) {
    const batch = host.receive();
    if (batch.length === 0) {
      host.clock.advance(1);
      continue;
    }
    count.rounds += 1;
    if ((await host.invoke(batch)).died) count.deaths += 1;
  }
  return count;
}

describe('a claim that lapsed', () => {
  it('is run alone, at the cost of one failed condition more; its lost attempt is not counted, as it had neighbours', async () => {
    const host = createTrialHost();
    await host.put(LAPSED);
    await host.send(PAYLOAD);
    await host.invoke();
    expect(host.faults.names).toEqual(['hide', 'claim', 'claim', 'COMPLETED']);
    expect(host.runs.map(({ attempt }) => attempt)).toEqual([2]);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 2 });
    expect(host.record('p-1')?.failures).toEqual([]);
    expect(host.record('p-1')).not.toHaveProperty('alone');
  });

  it('counts as a failed attempt if it was alone', async () => {
    const host = createTrialHost();
    await host.put({ ...LAPSED, alone: true });
    await host.send(PAYLOAD);
    await host.invoke();
    expect(host.record('p-1')).toMatchObject({
      status: 'COMPLETED',
      attempts: 3,
      failures: [
        { attempt: 2, name: 'HostLostError', message: 'run 2 began and never ended: its host died or ran out of time' },
      ],
    });
  });

  it('is claimed as alone', async () => {
    const host = createTrialHost();
    await host.put(LAPSED);
    await host.send(PAYLOAD);
    let alone: unknown;
    host.faults.choose(({ name }) => {
      if (name === 'COMPLETED') alone = host.record('p-1')?.alone;
      return undefined;
    });
    await host.invoke();
    expect(alone).toBe(true);
  });

  it('dies as what kills its host once its attempts were spent alone, without being run', async () => {
    const host = createTrialHost();
    await host.put({ ...LAPSED, alone: true, attempts: 3 });
    await host.send(PAYLOAD);
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(host.runs).toEqual([]);
    expect(host.record('p-1')).toMatchObject({
      status: 'DEAD',
      reason: 'killed-its-host',
      attempts: 3,
      failures: [{ attempt: 3, name: 'HostLostError' }],
    });
    expect(host.deadLetters).toHaveLength(1);
  });

  it('does not die of that where the job was redriven meanwhile: the death is of the claim that was read', async () => {
    const host = createTrialHost();
    await host.put({ ...LAPSED, alone: true, attempts: 3 });
    await host.send(PAYLOAD);
    const laterCycle = { ...LAPSED, alone: false, attempts: 1, cycle: 2, fence: 'of-cycle-2' };
    host.faults.choose(({ name }) => {
      if (name === 'message') host.put(laterCycle);
      return undefined;
    });
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'deferred', reason: 'contended' }]);
    expect(host.record('p-1')).toMatchObject({ status: 'INPROGRESS', fence: 'of-cycle-2', attempts: 1 });
    expect(host.deadLetters).toEqual([]);
  });

  it('of the last attempt is run once more if it had neighbours: they may be to blame', async () => {
    const host = createTrialHost();
    await host.put({ ...LAPSED, attempts: 3 });
    await host.send(PAYLOAD);
    await host.invoke();
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 3 });
  });

  it('is answered with nothing where its lone run returns after the margin', async () => {
    const host = createTrialHost();
    const late = { parcelId: 'p-1', outcome: 'return-late', seconds: 24 } as const;
    await host.put({ ...LAPSED, validation: payloadHash(late) });
    await host.send(late);
    const begun = await host.invoke();
    await host.pass(25);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED' });
    expect(begun.answer).toBeUndefined();
    expect(host.waiting).toBe(1);
  });

  it('is left to whoever was quicker', async () => {
    const host = createTrialHost();
    await host.put(LAPSED);
    await host.send(PAYLOAD);
    host.faults.choose(({ name, index }) => {
      if (name === 'claim' && index === 2) host.put({ ...LAPSED, fence: 'quicker', in_progress_expiration: 9e15 });
      return undefined;
    });
    await host.invoke();
    expect(host.outcomes).toEqual(['in-progress']);
    expect(host.runs).toEqual([]);
  });

  it('is given back without its attempt when its second claim gets no answer', async () => {
    const host = createTrialHost();
    await host.put({ ...LAPSED, alone: true });
    await host.send(PAYLOAD);
    host.faults.choose(({ name, index }) => (name === 'claim' && index === 2 ? 'lose-answer' : undefined));
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'deferred', reason: 'no-claim' }]);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 2, failures: [{ attempt: 2 }] });
  });
});

describe('several suspects', () => {
  it('run one at a time after the others have settled, as long as time lasts; the rest are handed back unclaimed', async () => {
    const host = createTrialHost();
    for (const parcelId of ['p-1', 'p-2', 'p-3']) {
      const payload = { parcelId, outcome: 'return-late', seconds: 8 } as const;
      await host.put({ ...LAPSED, id: `parcel.ship:${parcelId}`, validation: payloadHash(payload) });
      await host.send(payload);
    }
    await host.send({ parcelId: 'p-4' });
    const begun = await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    expect(host.runs.map(({ id }) => id)).toEqual(['parcel.ship:p-4', 'parcel.ship:p-1']);
    await host.pass(8);
    expect(host.runs).toHaveLength(3);
    await host.pass(8);
    expect(host.runs).toHaveLength(3);
    expect(begun.answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-3' }] });
    expect(host.record('p-3')).toMatchObject({ status: 'INPROGRESS', fence: 'lost', attempts: 2 });
    expect(host.told.at(-1)).toMatchObject({ outcome: 'deferred', reason: 'handed-back', hiddenSeconds: 0 });
  });

  it('of a full batch get at least one run an invocation, though the others take all their time', async () => {
    const host = createTrialHost();
    const late = (parcelId: string) => ({ parcelId, outcome: 'return-late', seconds: 10 }) as const;
    await host.put({ ...LAPSED, validation: payloadHash(late('p-1')) });
    for (let at = 1; at <= 10; at += 1) await host.send(late(`p-${at}`));
    const begun = await host.invoke();
    await host.pass(20);
    expect(begun.answer).toEqual({ batchItemFailures: [] });
    expect(host.outcomes).toEqual(Array.from({ length: 10 }, () => 'completed'));
  });

  it('are handed back near the margin without ending the invocation, however slow that is', async () => {
    const host = createTrialHost();
    const late = { parcelId: 'p-2', outcome: 'return-late', seconds: 22.5 } as const;
    await host.put(LAPSED);
    await host.send(PAYLOAD);
    await host.send(late);
    host.faults.choose(({ name, index }) => {
      if (name === 'hide' && index > 0) host.clock.advance(1);
      return undefined;
    });
    const begun = await host.invoke();
    await host.pass(23);
    expect(begun.answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.outcomes).toEqual(['completed', 'deferred']);
  });
});

describe('a host-killer in a batch of ten', () => {
  it.each([0, 4, 9])(
    '(at place %i) dies alone after four hosts, and its neighbours complete with one attempt each',
    async (place) => {
      const host = createTrialHost();
      for (let at = 0; at < 10; at += 1) {
        await host.send({ parcelId: `p-${at}`, ...(at === place ? { outcome: 'kill-host' } : {}) });
      }
      const { rounds, deaths } = await workOffCountingDeaths(host);
      expect(deaths).toBe(4);
      expect(rounds).toBe(5);
      expect(host.record(`p-${place}`)).toMatchObject({
        status: 'DEAD',
        reason: 'killed-its-host',
        attempts: 3,
        failures: [{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }],
      });
      expect(host.deadLetters).toHaveLength(1);
      for (let at = 0; at < 10; at += 1) {
        if (at !== place) expect(host.record(`p-${at}`)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
      }
    },
  );
});
