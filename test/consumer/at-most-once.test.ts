import { PermanentError } from 'millrace';
import type { AtMostOnce, Reconciled, UnfinishedStep } from 'millrace/consumer';
import { describe, expect, it } from 'vitest';
import { fakeJobWith } from './fake-job.ts';
import { createSteppingHost, type EffectWorld } from './stepping-host.ts';

const KEY = 'parcel.ship:p-1/charge';
const ONCE = { atMostOnce: true, longestRequestSeconds: 4 } as const;
/** A run ends by its own limit of ten seconds, and an effect is believed undone 4 + 10 s after its start. */
const STARTED_AT = '2026-01-01T00:00:00.000Z';

/** Charges once; `charge` is the provider's part. */
function charging(
  charge: (run: number, world: EffectWorld & { pay(): void }) => unknown,
  reconcile?: AtMostOnce<unknown>['reconcile'],
) {
  let run = 0;
  const host = createSteppingHost(({ step }, world) => {
    run += 1;
    return step('charge', ({ effectKey }) => charge(run, { ...world, pay: () => world.effect(effectKey) }), {
      ...ONCE,
      ...(reconcile === undefined ? {} : { reconcile }),
    });
  });
  return host;
}

/** Answers what it is told, and remembers what it was asked. */
function provider(...answers: readonly Reconciled<unknown>[]) {
  const asked: UnfinishedStep[] = [];
  const reconcile = (unfinished: UnfinishedStep) => {
    asked.push(unfinished);
    return answers[asked.length - 1] ?? answers.at(-1) ?? { done: 'unknown' as const };
  };
  return { asked, reconcile };
}

const lost = (_run: number, { pay }: { pay(): void }) => {
  pay();
  throw new Error('socket hang up');
};

describe('an effect that must not happen twice', () => {
  it('is two writes: its start before its work is called, and its result', async () => {
    let record: unknown;
    const host = charging((_run, { pay }) => {
      record = host.record('p-1')?.steps;
      pay();
      return 'paid';
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    expect(host.faults.names).toEqual(['hide', 'claim', 'step', 'step', 'COMPLETED']);
    expect(record).toEqual({ charge: { started_at: STARTED_AT } });
    expect(host.effects).toEqual([KEY]);
  });

  it.each(['fail', 'lose-answer'] as const)('does not begin where its start gets no answer (%s)', async (fault) => {
    const host = charging((_run, { pay }) => pay());
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => (name === 'step' ? fault : undefined));
    await host.invoke();
    expect(host.effects).toEqual([]);
    // The settle takes back a start that was stored all the same.
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 1, steps: {} });
    host.faults.heal();
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'completed']);
    expect(host.effects).toEqual([KEY]);
  });

  it('does not begin in an environment that froze after its start was stored', async () => {
    const host = charging((_run, { pay }) => pay());
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => {
      if (name === 'step') host.clock.advance(3_600);
      return undefined;
    });
    await host.invoke();
    expect(host.effects).toEqual([]);
  });

  it('has its start stored anew where the answer to the first took more than five seconds', async () => {
    let stored: unknown;
    const host = charging((_run, { pay }) => {
      stored = host.record('p-1')?.steps;
      pay();
    });
    await host.send({ parcelId: 'p-1' });
    let isSlow = true;
    host.faults.choose(({ name }) => {
      if (name === 'step' && isSlow) host.clock.advance(5.5);
      isSlow &&= name !== 'step';
      return undefined;
    });
    await host.invoke();
    expect(stored).toEqual({ charge: { started_at: '2026-01-01T00:00:05.500Z' } });
    expect(host.effects).toEqual([KEY]);
  });

  it('does not begin with less time than its longest request may take', async () => {
    const host = charging((_run, { pay }) => pay());
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => {
      if (name === 'claim') host.clock.advance(20);
      return undefined;
    });
    await host.invoke();
    expect(host.effects).toEqual([]);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 1 });
    expect(host.record('p-1')?.failures?.[0]).toMatchObject({
      name: 'TooLittleTimeError',
      message: '3 s of this run were left for step charge, which wants 4 s',
    });
  });
});

describe('an effect that began and has no known end', () => {
  it('is never begun again unseen: without a reconcile its job dies as outcome-unknown', async () => {
    const host = charging(lost);
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'dead']);
    expect(host.effects).toEqual([KEY]);
    expect(host.record('p-1')).toMatchObject({
      ...{ status: 'DEAD', reason: 'outcome-unknown', steps: { charge: { started_at: STARTED_AT } } },
      failures: [
        { message: 'socket hang up' },
        {
          name: 'OutcomeUnknownError',
          message: `step charge began at ${STARTED_AT}, and nothing tells whether it was done`,
        },
      ],
    });
    expect(host.deadLetters[0]?.attributes?.deathReason?.stringValue).toBe('outcome-unknown');
  });

  it('counts as begun where its work threw before it gave a promise', async () => {
    const host = createSteppingHost(({ step }, { effect }) =>
      step(
        'charge',
        ({ effectKey }): string => {
          effect(effectKey);
          throw new TypeError('cannot read the answer');
        },
        ONCE,
      ),
    );
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'outcome-unknown' });
    expect(host.effects).toEqual([KEY]);
  });

  it('counts as begun where its host died, and its next run is not its work’s', async () => {
    const host = charging((_run, { pay, killHost }) => {
      pay();
      killHost();
      return new Promise(() => undefined);
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'outcome-unknown' });
    expect(host.effects).toEqual([KEY]);
  });

  it('is asked for at its provider, with its key and the time of its start, and its result is taken from there', async () => {
    const { asked, reconcile } = provider({ done: true, result: { chargeId: 'c-1' } });
    const host = charging(lost, reconcile);
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'completed']);
    expect(host.effects).toEqual([KEY]);
    expect(asked).toMatchObject([{ effectKey: KEY, startedAt: new Date(STARTED_AT) }]);
    expect(host.record('p-1')?.data).toBe('{"chargeId":"c-1"}');
  });

  it('that did not happen is believed so only once its request can’t take effect any more', async () => {
    const { asked, reconcile } = provider({ done: false });
    const host = charging((run, { pay }) => {
      if (run === 1) throw new Error('socket hang up');
      pay();
    }, reconcile);
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    host.clock.advance(13.9);
    await host.invoke();
    expect(host.told.at(-1)).toMatchObject({ outcome: 'not-yet', hiddenSeconds: 33 });
    expect(host.effects).toEqual([]);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 1 });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'not-yet', 'completed']);
    expect(asked).toHaveLength(2);
    expect(host.effects).toEqual([KEY]);
  });

  it('that is begun again has its new start stored first', async () => {
    const { asked, reconcile } = provider({ done: false }, { done: true, result: 1 });
    const host = charging((run, { pay }) => {
      if (run === 2) pay();
      throw new Error('socket hang up');
    }, reconcile);
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    host.clock.advance(14);
    await host.invoke();
    await host.workOff();
    expect(asked.map(({ startedAt }) => startedAt.toISOString())).toEqual([STARTED_AT, '2026-01-01T00:00:14.000Z']);
    expect(host.effects).toEqual([KEY]);
    expect(host.record('p-1')?.status).toBe('COMPLETED');
  });

  it('of which its provider can’t tell is a death for a person', async () => {
    const { reconcile } = provider({ done: 'unknown' });
    const host = charging(lost, reconcile);
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'outcome-unknown' });
    expect(host.record('p-1')?.failures?.at(-1)?.message).toContain('its provider can’t tell whether it was done');
  });

  it('is a failed attempt where its provider can’t be asked, and outcome-unknown with the last of them', async () => {
    const host = charging(lost, () => Promise.reject(new Error('503')));
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'failed', 'dead']);
    expect(host.record('p-1')).toMatchObject({ reason: 'outcome-unknown', attempts: 3 });
    expect(host.effects).toEqual([KEY]);
  });

  it('ends a job with one attempt as outcome-unknown at once', async () => {
    const host = createSteppingHost(({ step }) => step('charge', () => Promise.reject(new Error('no')), ONCE), {
      job: fakeJobWith({ maxAttempts: 1 }),
    });
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'outcome-unknown', attempts: 1 });
  });

  it('says so to whoever catches what it threw, and its job still ends as it must', async () => {
    const host = createSteppingHost(async ({ step }) => {
      await step('charge', () => Promise.reject(new Error('no')), ONCE).catch(() => undefined);
      if (host.runs.length === 1) throw new Error('again');
    });
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'dead']);
    expect(host.record('p-1')?.reason).toBe('outcome-unknown');
  });
});

describe('an effect whose provider refused', () => {
  it('has not happened where its work says PermanentError: its job dies of that, and may begin it anew', async () => {
    let isRefused = true;
    const host = charging((_run, { pay }) => {
      if (isRefused) throw new PermanentError('card declined');
      pay();
    });
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'permanent-error', steps: {} });
    isRefused = false;
    await host.redrive();
    await host.workOff();
    expect(host.record('p-1')?.status).toBe('COMPLETED');
    expect(host.effects).toEqual([KEY]);
  });

  it('has not happened either where it was begun anew', async () => {
    const { reconcile } = provider({ done: false });
    const host = charging((run) => {
      throw run === 1 ? new Error('socket hang up') : new PermanentError('card declined');
    }, reconcile);
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    host.clock.advance(14);
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'permanent-error', steps: {} });
  });
});
