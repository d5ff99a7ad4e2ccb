import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideFailure } from '../../millrace/consumer/decide-failure.ts';
import { backoffSeconds, capHide, deferralSeconds, mostDeferrals, planHide } from '../../millrace/consumer/hiding.ts';
import { NotYetError, RetryLaterError } from '../../millrace/definition/outcome-errors.ts';
import type { Delivery } from '../../millrace/message/delivery.ts';
import { QueueFullError } from '../../millrace/producer/enqueue-errors.ts';
import { fakeJob, fakeJobWith } from './fake-job.ts';

const SENT_MS = 1_767_225_600_000;
const { timing } = fakeJob;

function delivery(changed: Partial<Delivery> = {}): Delivery {
  return {
    ...{ messageId: 'm', receiptHandle: 'r', body: '', attributes: {}, receiveCount: 1 },
    ...{ sentAtMs: SENT_MS, firstReceivedAtMs: SENT_MS, groupId: undefined, traceHeader: undefined },
    ...changed,
  };
}

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const anySeconds = fc.double({ min: 0, max: 1e9, noNaN: true });

describe('every hide', () => {
  it('is a whole number of seconds, never shorter than asked unless twelve hours are over, and never longer than those', () => {
    fc.assert(
      fc.property(anySeconds, (asked) => {
        const seconds = capHide(timing, asked);
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds).toBeGreaterThanOrEqual(Math.min(asked, 43_200 - 25 - 30));
        expect(seconds).toBeLessThanOrEqual(43_200 - 25 - 30);
      }),
    );
  });

  it('rounds up', () => {
    expect(capHide(timing, 0.2)).toBe(1);
    expect(capHide(timing, -3)).toBe(0);
    expect(capHide(timing, 1e9)).toBe(43_145);
    expect(capHide(fakeJobWith({ batchWindowSeconds: 20 }).timing, 1e9)).toBe(43_125);
  });

  it('leaves time to receive, run and hide once more before the retention is over, to the millisecond', () => {
    // Seven days, less the visibility timeout (150 s), the function timeout (25 s) and 30 s.
    const lastMs = SENT_MS + (604_800 - 150 - 25 - 30 - 60) * 1000;
    expect(planHide(timing, delivery(), lastMs, 60)).toEqual({ kind: 'hide', seconds: 60 });
    expect(planHide(timing, delivery(), lastMs + 1, 60)).toEqual({ kind: 'waited-too-long' });
  });

  it('is a death once the receives are nearly spent', () => {
    const job = fakeJobWith({ maxReceiveCount: 30 });
    expect(planHide(job.timing, delivery({ receiveCount: 27 }), SENT_MS, 0)).toEqual({ kind: 'hide', seconds: 0 });
    expect(planHide(job.timing, delivery({ receiveCount: 28 }), SENT_MS, 0)).toEqual({ kind: 'waited-too-long' });
  });
});

describe('a backoff', () => {
  it('is anything from nothing to the exponential bound, which stops at its ceiling', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), random, (attempt, at) => {
        const seconds = backoffSeconds({ firstSeconds: 10, maxSeconds: 900 }, attempt, at);
        expect(seconds).toBeGreaterThanOrEqual(0);
        expect(seconds).toBeLessThan([10, 20, 40, 80, 160, 320, 640, 900, 900, 900][attempt - 1] ?? 0);
      }),
    );
  });

  it('uses the whole of that range', () => {
    expect(backoffSeconds({ firstSeconds: 10, maxSeconds: 900 }, 3, 0)).toBe(0);
    expect(backoffSeconds({ firstSeconds: 10, maxSeconds: 900 }, 3, 0.5)).toBe(20);
    expect(backoffSeconds({ firstSeconds: 10, maxSeconds: 900 }, 8, 0.999)).toBeCloseTo(899.1);
  });
});

describe('a deferral', () => {
  it('is never shorter than asked, than 30 s, or than a quarter of the time waited; its jitter only lengthens, by a fifth at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40_000 }),
        fc.integer({ min: 0, max: 600_000 }),
        random,
        (asked, waited, at) => {
          const seconds = deferralSeconds(delivery(), SENT_MS + waited * 1000, asked, at);
          const least = Math.max(asked, 30, waited / 4);
          expect(seconds).toBeGreaterThanOrEqual(least);
          expect(seconds).toBeLessThanOrEqual(least * 1.2);
        },
      ),
    );
  });

  it('of a week takes fewer than fifty receives', () => {
    let nowMs = SENT_MS;
    let receives = 0;
    for (; nowMs < SENT_MS + 604_800_000; receives += 1) {
      nowMs += capHide(timing, deferralSeconds(delivery(), nowMs, 0, 0)) * 1000;
    }
    expect(receives).toBeLessThan(50);
  });
});

const NO_STEPS = { states: {}, hasFinishedOne: false };
describe('deferrals, one after the other,', () => {
  it.each([
    [0, 0],
    [29.9, 0],
    [30, 1],
    [120, 4],
    [150, 5],
    [3_600, 19],
    [604_800, 42],
  ])('in %d s are %i at most', (seconds, most) => {
    expect(mostDeferrals(seconds)).toBe(most);
  });

  it('are never more than that, whatever was asked and whatever the dice say', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(500), random), { maxLength: 40 }), (deferrals) => {
        let nowMs = SENT_MS;
        for (const [asked, at] of deferrals) {
          nowMs += capHide(timing, deferralSeconds(delivery(), nowMs, asked, at)) * 1000;
        }
        expect(mostDeferrals((nowMs - SENT_MS) / 1000)).toBeGreaterThanOrEqual(deferrals.length);
      }),
    );
  });
});

describe('seconds that a handler asks for', () => {
  const decide = (error: unknown, at = 0.5) =>
    decideFailure(fakeJob, { attempt: 1, error, delivery: delivery(), steps: NO_STEPS, nowMs: SENT_MS }, at);

  it('are exact for "retry later", whatever the dice say', () => {
    expect(decide(new RetryLaterError('busy', 77), 0)).toEqual({ kind: 'retry', seconds: 77 });
    expect(decide(new RetryLaterError('busy', 77), 0.9)).toEqual({ kind: 'retry', seconds: 77 });
    expect(decide(new RetryLaterError('busy', 0))).toEqual({ kind: 'retry', seconds: 0 });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, '60', undefined, null])(
    'and make no sense (%s) are the backoff for "retry later" and the shortest deferral for "not yet"',
    (seconds) => {
      expect(decide(new RetryLaterError('busy', seconds as number))).toEqual({ kind: 'retry', seconds: 5 });
      expect(decide(new NotYetError('early', seconds as number))).toEqual({ kind: 'not-yet', seconds: 33 });
    },
  );

  it('are at least that many for "not yet"', () => {
    const full = { depth: 9, maxDepth: 9, seconds: 100 };
    expect(decide(new QueueFullError('note.keep:n-1', full), 0)).toEqual({ kind: 'not-yet', seconds: 100 });
    expect(decide(new NotYetError('early', 100), 0)).toEqual({ kind: 'not-yet', seconds: 100 });
    expect(decide(new NotYetError('early', 100), 0.25)).toEqual({ kind: 'not-yet', seconds: 105 });
  });

  it('and reach beyond the retention are a death', () => {
    const nowMs = SENT_MS + (604_800 - 1_000) * 1000;
    const run = { attempt: 1, delivery: delivery(), steps: NO_STEPS, nowMs };
    expect(decideFailure(fakeJob, { ...run, error: new RetryLaterError('busy', 3_600) }, 0)).toEqual({
      kind: 'die',
      reason: 'waited-too-long',
    });
    expect(decideFailure(fakeJob, { ...run, error: new NotYetError('early', 3_600) }, 0)).toEqual({
      kind: 'die',
      reason: 'waited-too-long',
    });
  });
});
