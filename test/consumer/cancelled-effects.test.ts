import { describe, expect, it } from 'vitest';
import { cancelJob } from '../../millrace/record/cancel-job.ts';
import { payloadHash } from '../../millrace/record/payload-hash.ts';
import { fakeJob } from './fake-job.ts';
import { createSteppingHost, type SteppingHost } from './stepping-host.ts';

const ID = 'parcel.ship:p-1';
const ONCE = { atMostOnce: true, longestRequestSeconds: 4 } as const;
const STARTED = { started_at: '2026-01-01T00:00:00.000Z' };
const cancel = (host: SteppingHost) => cancelJob(host.table, fakeJob, ID, host.clock.now());

/** A charge of three seconds beside a step of one, and a step after both. */
function createChargingHost() {
  const seen: Record<string, boolean> = {};
  const host = createSteppingHost(async ({ step, signal }, { effect, wait }) => {
    const charge = step(
      'charge',
      async (tools) => {
        await wait(3);
        seen.whenCharged = tools.signal.aborted;
        effect('charged');
      },
      ONCE,
    );
    await Promise.all([step('a', () => wait(1)), charge]);
    seen.afterwards = signal.aborted;
    await step('b', () => effect('b'));
  });
  return { host, seen };
}

describe('an effect that has begun when its job is to be cancelled', () => {
  it('is left to end, though another step learns of the wish meanwhile; then the signal fires, and nothing more starts', async () => {
    const { host, seen } = createChargingHost();
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(await cancel(host)).toEqual({ kind: 'cancelling', unknownEffects: ['charge'] });
    await host.pass(3);
    expect(seen).toEqual({ whenCharged: false, afterwards: true });
    expect(host.effects).toEqual(['charged']);
    expect(host.told).toMatchObject([{ outcome: 'cancelled', level: 'info' }]);
    expect(host.record('p-1')).toMatchObject({ status: 'CANCELLED', steps: { charge: { done: true } } });
  });

  it('is cut off all the same where the claim is lost: another run may be at it', async () => {
    const { host, seen } = createChargingHost();
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await host.put({ id: ID, status: 'INPROGRESS', fence: 'another' });
    await host.pass(3);
    expect(seen.whenCharged).toBe(true);
  });

  it('lets the signal fire at its end also where that is an error: what runs beside it is waited for no longer', async () => {
    const seen: boolean[] = [];
    const host = createSteppingHost(async ({ step, signal }, { wait }) => {
      const charge = async () => {
        await wait(3);
        throw new Error('socket hang up');
      };
      await Promise.all([step('a', () => wait(1)), step('charge', charge, ONCE)]).catch(() =>
        seen.push(signal.aborted),
      );
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await cancel(host);
    await host.pass(3);
    expect(seen).toEqual([true]);
  });

  it('is told of at level error where nobody knows its end', async () => {
    const host = createSteppingHost(({ step }) => {
      const charge = async () => {
        await cancel(host);
        throw new Error('socket hang up');
      };
      return step('charge', charge, ONCE);
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'cancelled', level: 'error', unknownEffects: ['charge'] }]);
    expect(host.record('p-1')).toMatchObject({ status: 'CANCELLED', steps: { charge: STARTED } });
  });

  it('is told of where the job is cancelled between two runs, at once and when its message comes', async () => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' });
    await host.put({ id: ID, status: 'FAILED', steps: { charge: STARTED, weigh: { done: true } } });
    const answer = { kind: 'cancelled', unknownEffects: ['charge'] };
    expect([await cancel(host), await cancel(host)]).toEqual([answer, answer]);
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'cancelled', level: 'error', unknownEffects: ['charge'] }]);
  });
});

describe('an effect whose end is unknown when its job expires', () => {
  const EXPIRED = { expiresAt: '2025-12-31T00:00:00Z' };
  const same = { version: 1, validation: payloadHash({ parcelId: 'p-1' }), attempts: 2 };
  const failures = [
    { attempt: 1, name: 'Error', message: 'x', at: '2026-01-01T00:00:00.000Z', requestId: 'r', codeVersion: 'v' },
  ];

  it.each([
    ['waits for its next run', { status: 'FAILED' }],
    ['was held by a run that never ended', { status: 'INPROGRESS', fence: 'lost', in_progress_expiration: 1 }],
  ] as const)('is for a person: the job, which %s, is dead as outcome-unknown', async (_what, found) => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' }, EXPIRED);
    await host.put({ id: ID, ...same, ...found, failures, steps: { weigh: { done: true }, charge: STARTED } });
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'dead', reason: 'outcome-unknown', level: 'error' }]);
    expect(host.record('p-1')).toMatchObject({
      ...{ status: 'DEAD', reason: 'outcome-unknown', attempts: 2, steps: { charge: STARTED } },
      failures: [{ attempt: 1 }, { attempt: 2, name: 'OutcomeUnknownError' }],
    });
    expect(host.deadLetters).toHaveLength(1);
    expect(host.runs).toEqual([]);
  });

  it.each([
    ['FAILED', {}],
    ['INPROGRESS', { fence: 'lost', in_progress_expiration: 1 }],
  ] as const)('is none where all its steps have ended: the job, %s, expires', async (status, more) => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' }, EXPIRED);
    await host.put({ id: ID, status, ...same, ...more, steps: { weigh: { done: true } } });
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'expired' }]);
    expect(host.record('p-1')).toMatchObject({ status: 'EXPIRED', ended_at: '2026-01-01T00:00:00.000Z' });
    expect(host.record('p-1')).not.toHaveProperty('in_progress_expiration');
    expect(host.deadLetters).toEqual([]);
  });

  it('is not made up for a job that waited too long, whose claim lapsed between the write and the look', async () => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' });
    host.clock.advance(604_800 - 150);
    const held = { status: 'INPROGRESS', fence: 'f', in_progress_expiration: host.clock.now() + 5_000 } as const;
    await host.put({ id: ID, ...same, ...held, steps: { charge: STARTED } });
    host.faults.choose(({ name }) => {
      if (name === 'DEAD') host.clock.advance(10);
      return undefined;
    });
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'deferred', reason: 'contended' }]);
    expect(host.record('p-1')).toMatchObject(held);
  });

  it('leaves a record alone that moved between the look and that write', async () => {
    const host = createSteppingHost(() => undefined);
    await host.send({ parcelId: 'p-1' }, EXPIRED);
    await host.put({ id: ID, status: 'FAILED', ...same, steps: { weigh: { done: true } } });
    let asked = 0;
    host.faults.choose(({ name }) => {
      asked += name === 'EXPIRED' ? 1 : 0;
      if (asked === 2) {
        host.put({ id: ID, status: 'INPROGRESS', fence: 'f', in_progress_expiration: host.clock.now() + 9_000 });
      }
      return undefined;
    });
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'in-progress' }]);
    expect(host.record('p-1')).toMatchObject({ status: 'INPROGRESS', fence: 'f' });
  });
});
