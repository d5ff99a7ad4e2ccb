import { NotYetError, PermanentError, RetryLaterError } from 'millrace';
import { describe, expect, it } from 'vitest';
import { cancelJob } from '../../millrace/record/cancel-job.ts';
import { fakeJob } from './fake-job.ts';
import { createSteppingHost, type SteppingHost } from './stepping-host.ts';

const ID = 'parcel.ship:p-1';
const cancel = (host: SteppingHost) => cancelJob(host.table, fakeJob, ID, host.clock.now());
const lapsedAt = (host: SteppingHost) => ({
  ...({ id: ID, status: 'INPROGRESS', fence: 'lost', attempts: 3 } as const),
  in_progress_expiration: host.clock.now() - 1_000,
  cancel_requested: true,
});
const cancelled = (host: SteppingHost, outcome = 'cancelled') => {
  expect(host.outcomes).toEqual([outcome]);
  expect(host.record('p-1')).toMatchObject({ status: 'CANCELLED', ended_at: expect.any(String) });
  for (const mark of ['cancel_requested', 'in_progress_expiration', 'due_at', 'death_id']) {
    expect(host.record('p-1')).not.toHaveProperty(mark);
  }
  expect(host.waiting).toBe(0);
  expect(host.deadLetters).toEqual([]);
};

describe('a job that is cancelled before it runs', () => {
  it('is acknowledged unrun, though its message came later', async () => {
    const host = createSteppingHost(() => undefined);
    expect(await cancel(host)).toEqual({ kind: 'cancelled' });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    cancelled(host);
    expect(host.runs).toEqual([]);
    expect(host.told).toMatchObject([{ level: 'info', jobId: ID }]);
  });

  it('does not run again while it waits for its next attempt', async () => {
    const host = createSteppingHost(() => Promise.reject(new Error('no')));
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(await cancel(host)).toEqual({ kind: 'cancelled' });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'cancelled']);
    expect(host.runs).toHaveLength(1);
  });
});

describe('a job that is to be cancelled while it runs', () => {
  const asking = (end: () => unknown) => {
    const host = createSteppingHost(async () => {
      expect(await cancel(host)).toEqual({ kind: 'cancelling' });
      return end();
    });
    return host;
  };

  it('is completed where its run succeeds', async () => {
    const host = asking(() => 'done');
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', data: '"done"' });
    expect(host.record('p-1')).not.toHaveProperty('cancel_requested');
  });

  it.each([
    ['an error', new Error('no')],
    ['RetryLaterError', new RetryLaterError('busy', 60)],
    ['NotYetError', new NotYetError('busy', 60)],
    ['PermanentError', new PermanentError('no')],
  ])('is cancelled where it throws %s', async (_what, error) => {
    const host = asking(() => Promise.reject(error));
    await host.send({ parcelId: 'p-1' });
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [] });
    cancelled(host);
  });

  it('is cancelled where its result is refused', async () => {
    const host = asking(() => 'x'.repeat(3_000));
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    cancelled(host);
  });

  it.each([
    ['ask-twice', ['cancelled']],
    ['lose-answer', ['unanswered', 'cancelled']],
    ['fail', ['unanswered', 'cancelled']],
  ] as const)('is cancelled though the answer to that is lost: %s', async (fault, outcomes) => {
    const host = asking(() => Promise.reject(new Error('no')));
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => (name === 'CANCELLED' ? fault : undefined));
    await host.invoke();
    host.faults.heal();
    await host.workOff();
    expect(host.outcomes).toEqual(outcomes);
    expect(host.record('p-1')?.status).toBe('CANCELLED');
    expect(host.runs).toHaveLength(1);
  });

  it.each([
    ['FAILED', 'die-before'],
    ['FAILED', 'die-after'],
    ['CANCELLED', 'die-before'],
    ['CANCELLED', 'die-after'],
  ] as const)('is cancelled though its host dies at the settle (%s, %s)', async (call, fault) => {
    const host = asking(() => Promise.reject(new Error('no')));
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => (name === call ? fault : undefined));
    expect((await host.invoke()).died).toBe(true);
    host.faults.heal();
    await host.workOff();
    cancelled(host);
    expect(host.runs).toHaveLength(1);
  });

  it('loses to whoever took the claim over', async () => {
    const host = asking(() => Promise.reject(new Error('no')));
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => {
      if (name === 'CANCELLED') host.put({ id: ID, status: 'INPROGRESS', fence: 'quicker' });
      return undefined;
    });
    await host.invoke();
    expect(host.outcomes).toEqual(['lost-claim']);
    expect(host.record('p-1')).toMatchObject({ status: 'INPROGRESS', fence: 'quicker' });
  });
});

describe('a run of steps whose job is to be cancelled', () => {
  it('sees it in what its last step wrote: its signal fires, and nothing more of it starts', async () => {
    const aborted: boolean[] = [];
    const host = createSteppingHost(async ({ step, signal }, { effect }) => {
      await step('a', async () => void (await cancel(host)));
      aborted.push(signal.aborted);
      await step('b', ({ effectKey }) => effect(effectKey));
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    cancelled(host);
    expect(aborted).toEqual([true]);
    expect(host.effects).toEqual([]);
    expect(host.record('p-1')?.steps).toEqual({ a: { done: true } });
    expect(host.faults.names).toEqual(['hide', 'claim', 'step', 'CANCELLED']);
  });

  it('begins no effect whose start was stored beside the wish', async () => {
    const host = createSteppingHost(async ({ step }, { effect }) => {
      await cancel(host);
      await step('b', ({ effectKey }) => effect(effectKey), { atMostOnce: true, longestRequestSeconds: 4 });
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    cancelled(host);
    expect(host.effects).toEqual([]);
    expect(host.record('p-1')?.steps).toEqual({});
  });

  it('is completed where nothing was left to do', async () => {
    const host = createSteppingHost(({ step }) => step('a', async () => void (await cancel(host))));
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
  });

  it('is cancelled where its handler swallows that', async () => {
    const host = createSteppingHost(async ({ step }) => {
      await step('a', async () => void (await cancel(host)));
      await step('b', () => 1).catch(() => undefined);
      return 'done, it says';
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    cancelled(host);
  });

  it('is cancelled in place of going on in the next run', async () => {
    const host = createSteppingHost(async ({ step }, { wait }) => {
      await step('a', () => wait(10));
      await cancel(host);
      await step('b', () => 1);
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await host.pass(10);
    cancelled(host);
  });
});

describe('a claim that lapsed, of a job that is to be cancelled', () => {
  it.each([
    ['is a suspect', {}],
    ['killed its host with each attempt', { alone: true }],
  ])('ends cancelled, unrun: it %s', async (_what, more) => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' });
    await host.put({ ...lapsedAt(host), ...more });
    await host.invoke();
    cancelled(host);
    expect(host.runs).toEqual([]);
  });

  it('ends cancelled where its message has waited too long', async () => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' });
    host.clock.advance(604_800 - 150);
    await host.put(lapsedAt(host));
    await host.invoke();
    cancelled(host);
  });

  it('ends cancelled where its message is past its expiry', async () => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' }, { expiresAt: '2025-12-31T00:00:00Z' });
    await host.put(lapsedAt(host));
    await host.invoke();
    cancelled(host);
  });

  it('ends cancelled though the wish came between the read and the write of a suspect', async () => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' });
    const { cancel_requested: _wish, ...lapsed } = lapsedAt(host);
    await host.put({ ...lapsed, alone: true, attempts: 1 });
    let claims = 0;
    host.faults.choose(({ name }) => {
      claims += name === 'claim' ? 1 : 0;
      if (claims === 2) host.put({ id: ID, status: 'INPROGRESS', cancel_requested: true });
      return undefined;
    });
    await host.workOff();
    expect(host.outcomes).toEqual(['deferred', 'cancelled']);
    expect(host.runs).toEqual([]);
  });

  it('is left as it is, for now, where it is another claim by the time of that write', async () => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' });
    await host.put(lapsedAt(host));
    host.faults.choose(({ name }) => {
      if (name === 'CANCELLED') host.put({ ...lapsedAt(host), fence: 'another' });
      return undefined;
    });
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'deferred', reason: 'contended' }]);
    expect(host.record('p-1')).toMatchObject({ status: 'INPROGRESS', fence: 'another' });
  });
});

describe('a job that older code settled as failed, though it was to be cancelled', () => {
  const failed = { id: ID, status: 'FAILED', fence: 'old', attempts: 1, cancel_requested: true } as const;

  it.each([
    ['is due', 0, {}],
    ['has waited too long', 604_800 - 150, {}],
    ['is past its expiry', 0, { expiresAt: '2025-12-31T00:00:00Z' }],
  ])('ends cancelled, unrun, where it %s', async (_what, seconds, envelope) => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' }, envelope);
    host.clock.advance(seconds);
    await host.put(failed);
    await host.invoke();
    cancelled(host);
    expect(host.runs).toEqual([]);
  });
});

describe('a wish to cancel that stands when a new cycle begins', () => {
  it('is over: the job runs', async () => {
    const host = createSteppingHost(() => {
      if (host.runs.length === 1) throw new PermanentError('no');
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await host.put({ id: ID, status: 'DEAD', cancel_requested: true });
    await host.redrive();
    await host.workOff();
    expect(host.outcomes).toEqual(['dead', 'completed']);
  });
});

describe('a claim without an answer, of a job that is to be cancelled', () => {
  it('is given back as a cancellation', async () => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => {
      if (name === 'FAILED') host.put({ id: ID, status: 'INPROGRESS', cancel_requested: true });
      return name === 'claim' ? 'lose-answer' : undefined;
    });
    await host.invoke();
    expect(host.outcomes).toEqual(['deferred']);
    expect(host.record('p-1')).toMatchObject({ status: 'CANCELLED' });
    host.faults.heal();
    await host.workOff();
    expect(host.outcomes).toEqual(['deferred', 'cancelled']);
    expect(host.runs).toEqual([]);
  });
});
