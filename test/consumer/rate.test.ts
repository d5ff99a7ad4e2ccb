import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeJob, fakeJobWith } from './fake-job.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

const rated = fakeJobWith({ ratePerSecond: 4 });

async function hostWith(messages: number, options: Parameters<typeof createTrialHost>[0] = { job: rated }) {
  const host = createTrialHost(options);
  for (let at = 1; at <= messages; at += 1) await host.send({ parcelId: `p-${at}` });
  return host;
}

const countsOf = (host: TrialHost) => [...host.counts.values()];

describe('a batch of a job with a rate', () => {
  it('runs what its window has left; the others are put off, unclaimed and at no cost to their attempts', async () => {
    const host = await hostWith(10);
    await host.invoke();
    expect(host.runs).toHaveLength(4);
    const deferred = host.told.filter(({ outcome }) => outcome === 'deferred');
    expect(deferred).toHaveLength(6);
    expect(deferred[0]).toMatchObject({ reason: 'rate-spent', jobId: 'parcel.ship:p-5', level: 'info' });
    expect(host.record('p-5')).toBeUndefined();
  });

  it('costs one write more, whatever its size', async () => {
    const host = await hostWith(10, { job: fakeJobWith({ ratePerSecond: 100 }) });
    await host.invoke();
    expect(host.faults.names.filter((name) => name === 'rate')).toHaveLength(1);
    expect(host.faults.names).toHaveLength(1 + 1 + 10 + 10);
    expect(countsOf(host)).toEqual([10]);
  });

  it('that fails tells no breaker of it, and misses none', async () => {
    const host = createTrialHost({ job: rated });
    await host.send({ parcelId: 'p-1', outcome: 'throw' });
    await host.invoke();
    expect(host.lines.filter(({ message }) => message === 'the breaker was not told of a batch')).toEqual([]);
  });

  it('costs one write more, too, where its messages are run one after the other', async () => {
    const host = await hostWith(3);
    const often = host.receive().map((delivery) => ({ ...delivery, receiveCount: 500 }));
    await host.invoke(often);
    expect(host.outcomes).toEqual(['completed', 'completed', 'completed']);
    expect(host.faults.names.filter((name) => name === 'rate')).toHaveLength(1);
  });

  it('comes back by its places, at about the rate, once no deferral may be shorter', async () => {
    const host = await hostWith(10, { job: fakeJobWith({ ratePerSecond: 0.5 }), random: () => 0 });
    await host.invoke();
    // 30 s, and 2 s for each place.
    expect(host.told.slice(0, 9).map(({ hiddenSeconds }) => hiddenSeconds)).toEqual([
      32, 34, 36, 38, 40, 42, 44, 46, 48,
    ]);
    await host.send({ parcelId: 'late' });
    await host.invoke();
    expect(host.told.at(-1)).toMatchObject({ jobId: 'parcel.ship:late', hiddenSeconds: 50 });
  });

  it('asks for nothing where none of it is a job that could run', async () => {
    const host = createTrialHost({ job: rated });
    await host.sendBody('not json');
    await host.invoke();
    expect(host.faults.names).not.toContain('rate');
  });
});

describe('a job without a rate and a breaker', () => {
  it('pays nothing', async () => {
    const host = await hostWith(10, { job: fakeJob });
    await host.invoke();
    expect(host.faults.names).toHaveLength(1 + 10 + 10);
    expect(host.counts.size + host.shared.size).toBe(0);
  });
});

describe('a rate whose write', () => {
  it.each(['fail', 'lose-answer'] as const)('has no answer (%s) lets nothing run of the batch', async (fault) => {
    const host = await hostWith(3);
    host.faults.choose(({ name }) => (name === 'rate' ? fault : undefined));
    const { answer } = await host.invoke();
    expect(answer?.batchItemFailures).toHaveLength(3);
    expect(host.runs).toEqual([]);
    expect(host.told).toMatchObject(
      ['p-1', 'p-2', 'p-3'].map((key) => ({
        ...{ outcome: 'deferred', reason: 'gate-unanswered', jobId: `parcel.ship:${key}`, hiddenSeconds: 33 },
      })),
    );
    expect(host.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        message: 'breaker or rate gave no answer: the batch is put off',
        messages: 3,
      }),
    );
    host.faults.heal();
    await host.workOff();
    expect(host.runs.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
  });

  it('hangs holds the batch for three seconds, and then nothing of it runs', async () => {
    const host = await hostWith(2);
    host.faults.choose(({ name }) => (name === 'rate' ? 'hang' : undefined));
    const begun = await host.invoke();
    await host.pass(2.75);
    expect(host.outcomes).toEqual([]);
    await host.pass(0.25);
    expect(host.told).toMatchObject([{ reason: 'gate-unanswered' }, { reason: 'gate-unanswered' }]);
    expect(begun.answer?.batchItemFailures).toHaveLength(2);
  });

  it('is asked twice by the SDK counts twice: less runs in that window, never more', async () => {
    const host = await hostWith(3);
    host.faults.choose(({ name }) => (name === 'rate' ? 'ask-twice' : undefined));
    await host.invoke();
    expect(countsOf(host)).toEqual([6]);
    expect(host.outcomes.filter((outcome) => outcome === 'completed')).toHaveLength(1);
  });

  it.each(['die-before', 'die-after'] as const)(
    'is the last thing its host does (%s) costs no attempt',
    async (fault) => {
      const host = await hostWith(3);
      host.faults.choose(({ name }) => (name === 'rate' ? fault : undefined));
      expect((await host.invoke()).died).toBe(true);
      host.faults.heal();
      await host.workOff();
      for (const key of ['p-1', 'p-2', 'p-3'])
        expect(host.record(key)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    },
  );
});

describe('a suspect of a job with a rate', () => {
  it('has had its turn', async () => {
    const host = await hostWith(1);
    host.faults.choose(({ name }) => (name === 'COMPLETED' ? 'die-before' : undefined));
    await host.invoke();
    host.faults.heal();
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(countsOf(host)).toEqual([1, 1]);
  });
});

describe('whatever comes, and whenever', () => {
  it('no window sees more runs than it may, and all jobs run', { timeout: 30_000 }, async () => {
    const rates = fc.constantFrom(4, 1, 2.5, 0.5, 1 / 3);
    const arrivals = fc.array(fc.record({ jobs: fc.integer({ min: 1, max: 12 }), seconds: fc.nat(5) }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(
        rates,
        arrivals,
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        async (ratePerSecond, given, dice) => {
          const host = createTrialHost({ job: fakeJobWith({ ratePerSecond }), random: () => dice.next().value ?? 0 });
          const runsOf = new Map<number, number>();
          const windowSeconds = { 4: 1, 1: 1, 2.5: 2, 0.5: 2 }[ratePerSecond] ?? 3;
          let jobs = 0;
          host.faults.choose(({ name }) => {
            const window = Math.floor(host.clock.now() / 1000 / windowSeconds);
            if (name === 'claim') runsOf.set(window, (runsOf.get(window) ?? 0) + 1);
            return undefined;
          });
          for (const arrival of given) {
            for (let at = 0; at < arrival.jobs; at += 1) await host.send({ parcelId: `p-${++jobs}` });
            const batch = host.receive();
            await Promise.all([host.invoke(batch.slice(0, 5)), host.invoke(batch.slice(5))]);
            host.clock.advance(arrival.seconds);
          }
          await host.workOff(86_400);
          expect(Math.max(...runsOf.values())).toBeLessThanOrEqual(ratePerSecond * windowSeconds);
          expect(host.runs.map(({ attempt }) => attempt)).toEqual(Array.from({ length: jobs }, () => 1));
          expect(host.deadLetters).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });
});
