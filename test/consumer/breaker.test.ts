import { describe, expect, it } from 'vitest';
import { fakeJobWith } from './fake-job.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

const breaker = { failures: 3, withinSeconds: 60, openSeconds: 120 };
const job = fakeJobWith({ breaker });
const BREAKER = 'parcel.ship:~/breaker';

const failing = async (host: TrialHost, ...keys: readonly string[]) => {
  for (const parcelId of keys) await host.send({ parcelId, outcome: 'throw' });
};
const good = async (host: TrialHost, ...keys: readonly string[]) => {
  for (const parcelId of keys) await host.send({ parcelId });
};
/** The invocation's own call of each kind. */
const gateCalls = (host: TrialHost) => host.faults.names.filter((name) => /breaker|failures|rate/.test(name));
const warnings = (host: TrialHost) =>
  host.lines
    .filter(({ level }) => level === 'warn')
    .flatMap(({ message }) => (/breaker/.test(`${message}`) ? message : []));

/** A host whose breaker opened just now: three attempts failed, which come back long after it is tested. */
async function openedHost(options: Parameters<typeof createTrialHost>[0] = {}) {
  const host = createTrialHost({ job, ...options });
  await failing(host, 'f-1', 'f-2', 'f-3');
  const batch = host.receive();
  await host.invoke(batch);
  for (const { receiptHandle } of batch) await host.remove(receiptHandle);
  host.faults.heal();
  return host;
}

describe('a breaker', () => {
  it('opens when attempts have failed as often as it says; one write counts a whole batch', async () => {
    const host = createTrialHost({ job });
    await failing(host, 'p-1', 'p-2', 'p-3');
    await host.invoke();
    expect(gateCalls(host)).toEqual(['read-breaker', 'failures', 'move-breaker']);
    expect(host.shared.get(BREAKER)).toMatchObject({ opened_at: host.clock.now() });
    expect(host.lines.filter(({ message }) => message === 'breaker opened')).toEqual([
      {
        ...{ level: 'warn', message: 'breaker opened', jobType: 'parcel.ship', failures: 3, openSeconds: 120 },
        requestId: 'request-1',
      },
    ]);
  });

  it('costs a batch without a failure one read, whatever its size', async () => {
    const host = createTrialHost({ job });
    await good(host, 'p-1', 'p-2', 'p-3', 'p-4');
    await host.invoke();
    expect(gateCalls(host)).toEqual(['read-breaker']);
  });

  it('counts over batches, and anew in each stretch of time', async () => {
    const host = createTrialHost({ job });
    for (const [at, seconds] of [0, 60, 0].entries()) {
      host.clock.advance(seconds);
      await failing(host, `p-${at}`);
      await host.invoke(host.receive().slice(-1));
    }
    expect([...host.counts.values()]).toEqual([1, 2]);
    expect(host.shared.size).toBe(0);
    await failing(host, 'p-3');
    await host.invoke(host.receive().slice(-1));
    expect(host.shared.get(BREAKER)?.opened_at).toBe(host.clock.now());
  });

  it.each(['not-yet', 'permanent', 'bad-result'] as const)(
    'does not count what tells nothing of a service: %s',
    async (outcome) => {
      const host = createTrialHost({ job });
      for (const parcelId of ['p-1', 'p-2', 'p-3']) await host.send({ parcelId, outcome });
      await host.invoke();
      expect(gateCalls(host)).toEqual(['read-breaker']);
    },
  );

  it.each([
    ['was told when to come back', { outcome: 'retry-later', seconds: 5 }, {}],
    ['was the last', { outcome: 'throw' }, { maxAttempts: 1 }],
    ['threw no error at all', { outcome: 'throw-nothing' }, {}],
  ] as const)('counts an attempt that failed and %s', async (_what, payload, settings) => {
    const host = createTrialHost({
      job: fakeJobWith({ breaker, ...settings }),
    });
    for (const parcelId of ['p-1', 'p-2', 'p-3']) await host.send({ parcelId, ...payload });
    await host.invoke();
    expect(host.shared.get(BREAKER)).toHaveProperty('opened_at');
  });

  it('does not count a job again that died of it before', async () => {
    const host = createTrialHost({
      job: fakeJobWith({ breaker: { ...breaker, failures: 2 }, maxAttempts: 1 }),
    });
    await failing(host, 'p-1');
    await host.invoke();
    await failing(host, 'p-1');
    await host.invoke();
    expect(host.outcomes).toEqual(['dead', 'dead']);
    expect([...host.counts.values()]).toEqual([1]);
  });
});

describe('an open breaker', () => {
  it('puts deliveries off until it is tested, unclaimed and at no cost to their attempts', async () => {
    const host = await openedHost();
    host.clock.advance(21);
    await good(host, 'p-1', 'p-2');
    await host.invoke();
    expect(gateCalls(host)).toEqual(['read-breaker']);
    expect(host.told.slice(-2)).toMatchObject([
      { outcome: 'deferred', reason: 'breaker-open', jobId: 'parcel.ship:p-1', hiddenSeconds: 109 },
      { outcome: 'deferred', reason: 'breaker-open', jobId: 'parcel.ship:p-2', hiddenSeconds: 109 },
    ]);
    expect(host.record('p-1')).toBeUndefined();
  });

  it('is tested by one run once its time is over; the others wait on', async () => {
    const host = await openedHost();
    host.clock.advance(120);
    await host.send({ parcelId: 'p-1', outcome: 'return-late', seconds: 5 });
    await good(host, 'p-2');
    await host.invoke();
    await good(host, 'p-3');
    await host.invoke();
    expect(host.runs.map(({ id }) => id).slice(3)).toEqual(['parcel.ship:p-1']);
    expect(host.told.slice(-2)).toMatchObject([{ reason: 'breaker-open' }, { reason: 'breaker-open' }]);
    await host.pass(5);
    expect(host.shared.get(BREAKER)).toMatchObject({ closed_at: host.clock.now() });
    expect(host.shared.get(BREAKER)).not.toHaveProperty('opened_at');
    expect(warnings(host)).toEqual(['breaker opened', 'breaker closed']);
  });

  it('is open anew when the run that tests it fails', async () => {
    const host = await openedHost();
    host.clock.advance(120);
    await failing(host, 'p-1');
    await host.invoke();
    expect(gateCalls(host)).toEqual(['read-breaker', 'move-breaker', 'move-breaker']);
    expect(host.shared.get(BREAKER)).toMatchObject({ opened_at: host.clock.now() });
    expect(host.shared.get(BREAKER)).not.toHaveProperty('probe_until');
    expect(host.lines.filter(({ message }) => message === 'breaker opened')).toMatchObject([
      { failures: 3 },
      { failures: 1 },
    ]);
  });

  it.each(['not-yet', 'permanent', 'bad-result'] as const)(
    'waits for the next test when the run that tests it tells nothing: %s',
    async (outcome) => {
      const host = await openedHost();
      host.clock.advance(120);
      await host.send({ parcelId: 'p-1', outcome });
      await host.invoke();
      await good(host, 'p-2');
      await host.invoke();
      expect(host.record('p-2')).toMatchObject({ status: 'COMPLETED' });
      expect(warnings(host)).toEqual(['breaker opened', 'breaker closed']);
    },
  );

  it('waits for the next test when the one to test it was done before', async () => {
    const host = createTrialHost({ job });
    await good(host, 'p-1');
    await host.invoke();
    await failing(host, 'f-1', 'f-2', 'f-3');
    await host.invoke();
    host.clock.advance(120);
    host.receive();
    await good(host, 'p-1');
    await host.invoke();
    expect(host.outcomes.at(-1)).toBe('duplicate');
    expect(host.shared.get(BREAKER)).not.toHaveProperty('probe_until');
    expect(host.shared.get(BREAKER)).toHaveProperty('opened_at');
  });

  it('counts anew in each of its lives, though these fall into one stretch of time', async () => {
    const host = createTrialHost({ job: fakeJobWith({ breaker: { ...breaker, withinSeconds: 3_600 } }) });
    for (const life of ['a', 'b']) {
      await failing(host, `${life}-1`, `${life}-2`, `${life}-3`);
      await host.invoke(host.receive().slice(-3));
      expect(host.shared.get(BREAKER)).toHaveProperty('opened_at');
      host.clock.advance(120);
      await good(host, `${life}-test`);
      await host.invoke(host.receive().slice(-1));
      host.clock.advance(120);
    }
    await failing(host, 'c-1');
    await host.invoke(host.receive().slice(-1));
    expect(host.shared.get(BREAKER)).not.toHaveProperty('opened_at');
    expect([...host.counts.values()]).toEqual([3, 3, 1]);
  });

  it.each([
    ['open', { opened_at: 1_767_225_590_000 }],
    ['in a later life', { closed_at: 1_767_225_590_000 }],
  ])('is not opened by what was running when it opened: it is %s by then', async (_where, moved) => {
    const host = createTrialHost({ job });
    await failing(host, 'p-1', 'p-2', 'p-3');
    const other = { id: BREAKER, fence: 'other', expiration: 2_000_000_000, ...moved };
    host.faults.choose(({ name }) => {
      if (name === 'move-breaker') host.moveShared(other);
      return undefined;
    });
    await host.invoke();
    expect(host.shared.get(BREAKER)).toEqual(other);
    expect(warnings(host)).toEqual([]);
  });
});

describe('a breaker whose test came through', () => {
  async function closedHost(random: number) {
    const host = await openedHost({ random: () => random });
    host.clock.advance(120);
    await good(host, 'probe');
    await host.invoke();
    host.receive();
    return host;
  }
  const keys = Array.from({ length: 10 }, (_, at) => `p-${at}`);

  it.each([
    [0, 0, 2],
    [0, 0.99, 3],
    [39, 0, 2],
    [40, 0, 5],
    [80, 0, 7],
    [80, 0.5, 8],
    [120, 0, 10],
  ])('after %i s, with the dice at %d, lets %i of a batch of ten through', async (seconds, dice, ran) => {
    const host = await closedHost(dice);
    host.clock.advance(seconds);
    await good(host, ...keys);
    await host.invoke(host.receive().slice(-10));
    expect(host.runs.slice(4)).toHaveLength(ran);
    expect(host.told.slice(-10).filter(({ reason }) => reason === 'breaker-returning')).toHaveLength(10 - ran);
  });

  it('counts its failures anew: what failed before it opened opens it no more', async () => {
    const host = await closedHost(0);
    host.clock.advance(80);
    await failing(host, 'f-4', 'f-5');
    await host.invoke(host.receive().slice(-2));
    expect(host.shared.get(BREAKER)).not.toHaveProperty('opened_at');
    host.clock.advance(40);
    await failing(host, 'f-6', 'f-7', 'f-8');
    await host.invoke(host.receive().slice(-3));
    expect(host.shared.get(BREAKER)).toHaveProperty('opened_at');
  });
});

describe('a job with a breaker and a rate', () => {
  const both = fakeJobWith({ breaker, ratePerSecond: 1 / 10 });
  const open = (host: TrialHost, secondsAgo: number) =>
    host.moveShared({
      ...{ id: BREAKER, fence: 'f', expiration: 2_000_000_000 },
      opened_at: host.clock.now() - secondsAgo * 1000,
    });

  it('asks for its rate only where the breaker lets it through', async () => {
    const host = createTrialHost({ job: both });
    await failing(host, 'p-1');
    await host.invoke();
    expect(gateCalls(host)).toEqual(['read-breaker', 'rate', 'failures']);
    host.faults.heal();
    await open(host, 60);
    await good(host, 'p-2');
    await host.invoke();
    expect(gateCalls(host)).toEqual(['read-breaker']);
  });

  it('asks for one turn of its rate to test the breaker', async () => {
    const host = createTrialHost({ job: both });
    await open(host, 120);
    await good(host, 'p-1', 'p-2');
    await host.invoke();
    expect(gateCalls(host)).toEqual(['read-breaker', 'rate', 'move-breaker', 'move-breaker']);
    expect([...host.counts.values()]).toEqual([1]);
  });

  it('leaves the test to others while its rate is spent', async () => {
    const host = createTrialHost({ job: both });
    await good(host, 'p-1');
    await host.invoke();
    host.faults.heal();
    await open(host, 120);
    await good(host, 'p-2', 'p-3');
    await host.invoke();
    expect(gateCalls(host)).toEqual(['read-breaker', 'rate']);
    expect(host.told.slice(-2)).toMatchObject([{ reason: 'rate-spent' }, { reason: 'breaker-open' }]);
    expect(host.shared.get(BREAKER)).not.toHaveProperty('probe_until');
  });
});
