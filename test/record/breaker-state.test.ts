import { describe, expect, it } from 'vitest';
import { breakerState, closed, failureCount, givenBack, opened, probed } from '../../millrace/record/breaker-state.ts';

const NOW_MS = 1_767_225_600_000;
const job = { type: 'parcel.ship', breaker: { failures: 5, withinSeconds: 60, openSeconds: 120 } };
const move = { fence: 'f-1', nowMs: NOW_MS };
const msAfter = (seconds: number) => NOW_MS + seconds * 1000;

describe('a breaker', () => {
  it('that nobody ever wrote is closed', () => {
    expect(breakerState(job.breaker, undefined, NOW_MS)).toEqual({ kind: 'closed' });
  });

  it('is open for as long as its job says, and then waits for a test however late it is', () => {
    const item = opened(job, move);
    expect(breakerState(job.breaker, item, NOW_MS)).toEqual({ kind: 'open', untilMs: msAfter(120) });
    expect(breakerState(job.breaker, item, msAfter(120) - 1)).toEqual({ kind: 'open', untilMs: msAfter(120) });
    for (const seconds of [120, 100_000_000]) {
      expect(breakerState(job.breaker, item, msAfter(seconds))).toEqual({ kind: 'testing', probeUntilMs: undefined });
    }
  });

  it('is open for the time that the code at hand says, not for that of the code that opened it', () => {
    expect(breakerState({ ...job.breaker, openSeconds: 30 }, opened(job, move), msAfter(31)).kind).toBe('testing');
  });

  it('is tested by one run until its time is over, and then by the next', () => {
    const item = probed(job, { fence: 'f-2', nowMs: msAfter(130) }, NOW_MS, msAfter(160));
    expect(breakerState(job.breaker, item, msAfter(160) - 1)).toEqual({ kind: 'testing', probeUntilMs: msAfter(160) });
    expect(breakerState(job.breaker, item, msAfter(160))).toEqual({ kind: 'testing', probeUntilMs: undefined });
  });

  it('whose test was given back waits for the next, without being open anew', () => {
    const item = givenBack(job, { fence: 'f-3', nowMs: msAfter(140) }, NOW_MS);
    expect(breakerState(job.breaker, item, msAfter(140))).toEqual({ kind: 'testing', probeUntilMs: undefined });
  });

  it.each([
    [0, 0.25],
    [39.999, 0.25],
    [40, 0.5],
    [79.999, 0.5],
    [80, 0.75],
    [119.999, 0.75],
  ])('lets a part through %d s after its test: %d', (seconds, share) => {
    expect(breakerState(job.breaker, closed(job, move), msAfter(seconds))).toEqual({ kind: 'returning', share });
  });

  it('lets a quarter through where another clock closed it in the future', () => {
    expect(breakerState(job.breaker, closed(job, move), msAfter(-5))).toEqual({ kind: 'returning', share: 0.25 });
  });

  it('lets everything through once it was closed for as long as it is open', () => {
    expect(breakerState(job.breaker, closed(job, move), msAfter(120))).toEqual({ kind: 'closed' });
  });

  it('is forgotten by the table two days after it could matter', () => {
    expect(opened(job, move).expiration).toBe(1_767_225_600 + 240 + 172_800);
  });
});

describe('failed attempts', () => {
  it('are counted anew in each stretch of time', () => {
    expect(failureCount(job, undefined, msAfter(59), 2)).toEqual({
      id: 'parcel.ship:~/failures/first/29453760',
      by: 2,
      expiration: 1_767_225_660 + 172_800,
    });
    expect(failureCount(job, undefined, msAfter(60), 2).id).toBe('parcel.ship:~/failures/first/29453761');
  });

  it('are counted anew once the breaker was closed by a test', () => {
    expect(failureCount(job, closed(job, move), msAfter(59), 2).id).toBe('parcel.ship:~/failures/f-1/29453760');
  });
});
