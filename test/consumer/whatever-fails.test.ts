import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FakePayload } from './fake-job.ts';
import type { Fault } from './faults.ts';
import { createTrialHost, everythingAnswered, type TrialHost } from './trial-host.ts';

describe('a handler that outlives the visibility timeout', () => {
  it('does its work once: the second worker finds the claim, and its message waits', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'return-late', seconds: 8 });
    const [delivery] = host.receive();
    if (!delivery) throw new Error('it was received');
    const first = await host.invoke([delivery]);
    const second = await host.invoke([{ ...delivery, receiveCount: 2 }]);
    expect(second.answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.outcomes).toEqual(['in-progress']);
    await host.pass(8);
    expect(first.answer).toEqual({ batchItemFailures: [] });
    expect(host.runs).toHaveLength(1);
    expect(host.outcomes).toEqual(['in-progress', 'completed']);
    expect(host.waiting).toBe(0);
    expect(host.deadLetters).toEqual([]);
  });
});

/** What must hold of every job, whatever failed on the way. */
function expectWhole(host: TrialHost, keys: ReadonlySet<string>): void {
  expect(host.waiting).toBe(0);
  for (const key of keys) {
    const record = host.record(key);
    expect(['COMPLETED', 'DEAD']).toContain(record?.status);
    expect(record?.attempts).toBeLessThanOrEqual(3);
    expect(record?.attempts).toBeGreaterThanOrEqual(1);
    if (record?.status !== 'DEAD') continue;
    const parked = host.deadLetters.map(({ attributes }) => attributes?.deathId?.stringValue);
    expect(parked).toContain(record.death_id);
    expect([...host.messages.keys()]).toContain(`${record.id}/message/${record.death_id}`);
  }
  for (const { attributes } of host.deadLetters) {
    const deathId = attributes?.deathId?.stringValue ?? 'none';
    expect([...host.records.values()].map((record) => record.death_id)).toContain(deathId);
  }
}

/** Works the queue off, and notes when each run of each job began. */
async function workOffNoting(host: TrialHost): Promise<Map<string, number[]>> {
  const begun = new Map<string, number[]>();
  for (let second = 0; host.waiting > 0; second += 1) {
    if (second > 20_000) throw new Error('the queue is never empty');
    const before = host.runs.length;
    const batch = host.receive();
    if (batch.length > 0) await host.invoke(batch);
    host.clock.advance(1);
    await everythingAnswered();
    for (const { id } of host.runs.slice(before)) begun.set(id, [...(begun.get(id) ?? []), second]);
  }
  return begun;
}

/** A run that never says that it failed is followed by another only when its claim, of 25 s and 5 s, has lapsed. */
function expectApart(seconds: readonly number[]): void {
  for (const [at, second] of seconds.entries()) {
    expect(second - (seconds[at - 1] ?? -1_000)).toBeGreaterThanOrEqual(30);
  }
}

describe('whatever fails, and however often', () => {
  const FAULTS: (Fault | undefined)[] = ['die-before', 'die-after', 'fail', 'lose-answer', 'ask-twice'];
  const outcome = fc.constantFrom<FakePayload['outcome']>(
    'return',
    'throw',
    'throw-once',
    'permanent',
    'kill-host',
    'return-late',
  );
  const jobs = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), outcome }), {
    minLength: 1,
    maxLength: 6,
  });
  // Faults one in six at first, and none after some sixty calls: a world that never heals keeps no promise.
  const faults = fc.array(fc.nat(29), { maxLength: 60 });

  it('every job completes, or is dead and parked under its death, and none is lost', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(jobs, faults, async (wanted, script) => {
        const host = createTrialHost();
        const outcomes = new Map(wanted.map((job) => [job.key, job.outcome]));
        for (const { key } of wanted) {
          await host.send({ parcelId: key, outcome: outcomes.get(key), seconds: 8 });
        }
        host.faults.choose(({ index }) => FAULTS[script[index] ?? 29]);
        const begun = await workOffNoting(host);
        expectWhole(host, new Set(outcomes.keys()));
        for (const [key, chosen] of outcomes) {
          const { status, reason } = host.record(key) ?? {};
          // Hosts that died under it, alone, as often as it has attempts are all that can end a sound job.
          if (chosen === 'return-late') expectApart(begun.get(`parcel.ship:${key}`) ?? []);
          if (chosen?.startsWith('return') && status === 'DEAD')
            expect([key, reason]).toEqual([key, 'killed-its-host']);
          if (chosen === 'permanent' || chosen === 'throw') expect([key, status]).toEqual([key, 'DEAD']);
        }
      }),
      { numRuns: 300 },
    );
  });
});
