import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordWrite } from '../../millrace/record/record-table.ts';
import { fakeJobWith } from './fake-job.ts';
import type { Fault } from './faults.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

const breaker = { failures: 2, withinSeconds: 600, openSeconds: 120 };
const job = fakeJobWith({ breaker });
const BREAKER = 'parcel.ship:~/breaker';

async function failTwice(host: TrialHost, ...keys: readonly string[]) {
  for (const parcelId of keys) await host.send({ parcelId, outcome: 'throw' });
  return host.invoke(host.receive().slice(-keys.length));
}

/** A host whose breaker is to be tested now, and one job to test it. */
async function testingHost(payload: Parameters<TrialHost['send']>[0] = { parcelId: 'p-1' }) {
  const host = createTrialHost({ job });
  await host.moveShared({
    ...{ id: BREAKER, fence: 'read', expiration: 2_000_000_000 },
    opened_at: host.clock.now() - 120_000,
  });
  await host.send(payload);
  return host;
}

/** The nth call of this name goes wrong. */
function faultAt(host: TrialHost, name: string, nth: number, fault: Fault) {
  let seen = 0;
  host.faults.choose((call) => {
    if (call.name === name) seen += 1;
    return call.name === name && seen === nth ? fault : undefined;
  });
}

const isOpen = (host: TrialHost) => host.shared.get(BREAKER)?.opened_at !== undefined;

describe('a breaker that can’t be read', () => {
  it.each([
    ['fail', 'throughput exceeded'],
    ['hang', 'no answer within 3 s'],
  ] as const)('(%s) lets nothing run, at no cost to attempts, and says why', async (fault, why) => {
    const host = createTrialHost({ job });
    await host.send({ parcelId: 'p-1' });
    faultAt(host, 'read-breaker', 1, fault);
    const begun = await host.invoke();
    await host.pass(3);
    expect(host.told).toMatchObject([{ outcome: 'deferred', reason: 'gate-unanswered', hiddenSeconds: 33 }]);
    expect(host.lines.find(({ level }) => level === 'warn')).toMatchObject({ error: expect.stringContaining(why) });
    expect(begun.answer?.batchItemFailures).toHaveLength(1);
    host.faults.heal();
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });
});

describe('failures whose count', () => {
  it.each(['fail', 'lose-answer', 'die-before', 'die-after', 'hang'] as const)(
    'goes wrong (%s) change nothing for their batch; the next that fails opens the breaker',
    async (fault) => {
      const host = createTrialHost({ job });
      faultAt(host, 'failures', 1, fault);
      const begun = await failTwice(host, 'p-1', 'p-2');
      await host.pass(1);
      expect(isOpen(host)).toBe(false);
      if (!begun.died) {
        expect(begun.answer?.batchItemFailures).toHaveLength(2);
        expect(host.lines).toContainEqual(
          expect.objectContaining({ level: 'warn', message: 'the breaker was not told of a batch' }),
        );
      }
      host.faults.heal();
      await failTwice(host, 'p-3', 'p-4');
      expect(isOpen(host)).toBe(true);
    },
  );
});

describe('a batch that failed', () => {
  it('is answered once the breaker was told, or a second is over: frozen then, it would tell when it wakes', async () => {
    const host = createTrialHost({ job });
    faultAt(host, 'failures', 1, 'hang');
    const begun = await failTwice(host, 'p-1', 'p-2');
    await host.pass(0.75);
    expect(begun.answer).toBeUndefined();
    await host.pass(0.25);
    expect(begun.answer?.batchItemFailures).toHaveLength(2);
  });
});

describe('a batch without a job', () => {
  it('has nothing to tell the breaker', async () => {
    const host = createTrialHost({ job });
    await host.sendBody('hello');
    await host.invoke();
    expect(host.outcomes).toEqual(['dead']);
    expect(host.lines.filter(({ message }) => message === 'the breaker was not told of a batch')).toEqual([]);
  });
});

describe('an opening that goes wrong', () => {
  it.each([
    ['fail', false],
    ['die-before', false],
    ['hang', false],
    ['lose-answer', true],
    ['die-after', true],
    ['ask-twice', true],
  ] as const)('(%s) leaves the breaker closed or opens it; else the next failure does', async (fault, happened) => {
    const host = createTrialHost({ job });
    faultAt(host, 'move-breaker', 1, fault);
    await failTwice(host, 'p-1', 'p-2');
    await host.pass(1);
    expect(isOpen(host)).toBe(happened);
    host.faults.heal();
    await failTwice(host, 'p-3');
    expect(isOpen(host)).toBe(true);
  });
});

describe('a place to test that is taken', () => {
  it('by a write whose answer was lost, and came at the second try, is taken', async () => {
    const host = await testingHost();
    faultAt(host, 'move-breaker', 1, 'ask-twice');
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    expect(isOpen(host)).toBe(false);
  });

  it.each(['fail', 'lose-answer', 'hang', 'die-before', 'die-after'] as const)(
    'by a write without an answer (%s) lets nothing run, and is free when that invocation’s time is over',
    async (fault) => {
      const host = await testingHost();
      faultAt(host, 'move-breaker', 1, fault);
      await host.invoke();
      await host.pass(3);
      expect(host.runs).toEqual([]);
      host.faults.heal();
      // The function's timeout is 25 s, and clocks may differ by five.
      await host.pass(26.5);
      await host.send({ parcelId: 'p-2' });
      await host.invoke(host.receive().slice(-1));
      const isHeld = fault === 'lose-answer' || fault === 'die-after';
      expect(host.record('p-2')?.status).toBe(isHeld ? undefined : 'COMPLETED');
      await host.pass(0.5);
      await host.send({ parcelId: 'p-3' });
      await host.invoke(host.receive().slice(-1));
      expect(host.record('p-3')?.status).toBe(isHeld ? 'COMPLETED' : undefined);
      expect(isOpen(host)).toBe(false);
    },
  );

  it('by a run whose host dies is free when that invocation’s time is over', async () => {
    const host = await testingHost({ parcelId: 'p-1', outcome: 'kill-host' });
    expect((await host.invoke()).died).toBe(true);
    await host.pass(29.75);
    await host.send({ parcelId: 'p-2' });
    await host.invoke(host.receive().slice(-1));
    expect(host.told.at(-1)).toMatchObject({ reason: 'breaker-open' });
    await host.pass(0.25);
    await host.send({ parcelId: 'p-3' });
    await host.invoke(host.receive().slice(-1));
    expect(host.record('p-3')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it('by another meanwhile is left to it', async () => {
    const host = await testingHost();
    host.faults.choose(({ name }) => {
      if (name === 'move-breaker') host.moveShared({ id: BREAKER, fence: 'quicker', expiration: 2e9, opened_at: 1 });
      return undefined;
    });
    await host.invoke();
    expect(host.runs).toEqual([]);
    expect(host.told).toMatchObject([{ outcome: 'deferred', reason: 'breaker-open' }]);
    expect(host.shared.get(BREAKER)?.fence).toBe('quicker');
  });
});

describe('the end of a test', () => {
  it.each(['fail', 'hang', 'die-before', 'lose-answer', 'die-after'] as const)(
    'that goes wrong (%s) closes the breaker, or the next test does',
    async (fault) => {
      const host = await testingHost();
      faultAt(host, 'move-breaker', 2, fault);
      await host.invoke();
      await host.pass(30);
      expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
      host.faults.heal();
      await host.send({ parcelId: 'p-2' });
      await host.workOff();
      expect(host.record('p-2')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
      expect(host.shared.get(BREAKER)).toHaveProperty('closed_at');
    },
  );

  it('says nothing where another run has the place by now', async () => {
    const host = await testingHost();
    const other = { id: BREAKER, fence: 'later', expiration: 2e9, opened_at: 1, probe_until: 2 };
    host.faults.choose(({ name }) => {
      if (name === 'COMPLETED') host.moveShared(other);
      return undefined;
    });
    await host.invoke();
    expect(host.shared.get(BREAKER)).toEqual(other);
    expect(host.lines.map(({ message }) => message)).not.toContain('breaker closed');
  });
});

describe('whatever goes wrong', () => {
  // As many attempts as may be: hosts die more often here than a job has to bear.
  const patient = fakeJobWith({ breaker, maxAttempts: 10 });
  const fault = fc.constantFrom<Fault>('die-before', 'die-after', 'fail', 'lose-answer', 'ask-twice');
  const step = fc.record({
    outcome: fc.constantFrom('return', 'throw-once', 'throw-once', 'return-late'),
    jobs: fc.nat(3),
    seconds: fc.constantFrom(0, 1, 35, 130),
    fault: fc.option(
      fc.tuple(fc.constantFrom('read-breaker', 'failures', 'move-breaker', 'claim', 'COMPLETED'), fault),
    ),
  });

  it('one run at a time tests a breaker, none runs while it is open, and in the end all jobs are done', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15 }), async (steps) => {
        const host = createTrialHost({ job: patient });
        const tests = new Map<string, Set<string>>();
        const early: unknown[] = [];
        let jobs = 0;
        const watch = (name: string, asked: unknown) => {
          const item = host.shared.get(BREAKER);
          if (name !== 'claim' || item?.opened_at === undefined) return;
          const { id, set } = asked as RecordWrite;
          // A claim ends 30 s after its batch began; a batch that began before the breaker opened has had its turns.
          if ((set.in_progress_expiration ?? 0) - 30_000 <= item.opened_at) return;
          if ((item.probe_until ?? 0) <= host.clock.now()) early.push(asked);
          const of = tests.get(item.fence) ?? new Set<string>();
          tests.set(item.fence, of.add(id));
        };
        for (const { outcome, jobs: more, seconds, fault: planned } of steps) {
          for (let at = 0; at < more; at += 1) await host.send({ parcelId: `p-${++jobs}`, outcome, seconds: 5 });
          let isDue = true;
          host.faults.choose(({ name, asked }) => {
            watch(name, asked);
            if (!isDue || planned?.[0] !== name) return undefined;
            isDue = false;
            return planned[1];
          });
          const batch = host.receive();
          await Promise.all([host.invoke(batch.slice(0, 2)), host.invoke(batch.slice(2))]);
          await host.pass(seconds);
        }
        host.faults.choose(({ name, asked }) => {
          watch(name, asked);
          return undefined;
        });
        await host.pass(60);
        for (let second = 0; host.waiting > 0 && second < 86_400; second += 1) {
          const due = host.receive();
          if (due.length > 0) {
            await host.invoke(due);
            await host.pass(6);
          } else host.clock.advance(1);
        }
        expect(host.waiting).toBe(0);
        expect(early).toEqual([]);
        expect([...tests.values()].map(({ size }) => size).filter((size) => size > 1)).toEqual([]);
        for (let at = 1; at <= jobs; at += 1) expect(host.record(`p-${at}`)?.status).toBe('COMPLETED');
      }),
      { numRuns: 60 },
    );
  });
});
