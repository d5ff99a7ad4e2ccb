import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateWindow } from '../../millrace/definition/rate-window.ts';
import { defineWith, problemsWith } from './define-with.ts';

describe('a rate', () => {
  it.each([
    [1, 1, 1],
    [25, 1, 25],
    [2.5, 2, 5],
    [0.1, 10, 1],
    [1 / 3, 3, 1],
    [10 / 7, 7, 10],
    [1 / 60, 60, 1],
    [0.35, 20, 7],
  ])('of %d a second is kept in windows of %i s, with %i runs each', (ratePerSecond, seconds, runs) => {
    expect(problemsWith({ ratePerSecond })).toEqual([]);
    expect(rateWindow(ratePerSecond)).toEqual({ seconds, runs });
  });

  it('that comes out whole over some seconds is never kept as another rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 60 }), (runs, seconds) => {
        const window = rateWindow(runs / seconds);
        expect((window?.runs ?? 0) * seconds).toBe(runs * (window?.seconds ?? 0));
        expect(window?.seconds).toBeLessThanOrEqual(seconds);
      }),
    );
  });

  it.each([0.333, 0.016, 33.333333, 0.0166])('of %d is refused: it comes out whole over no window', (ratePerSecond) => {
    expect(problemsWith({ ratePerSecond })).toEqual([
      {
        field: 'ratePerSecond',
        given: ratePerSecond,
        allowed: 'must come out whole over 1 to 60 s: 2.5 is 5 in 2 s, a third is 1 / 3',
      },
    ]);
  });

  it('is none unless given', () => {
    expect(defineWith({}).ratePerSecond).toBeUndefined();
  });
});

describe('a breaker', () => {
  it('says all three of its numbers, for none has a default', () => {
    expect(defineWith({}).breaker).toBeUndefined();
    expect(problemsWith({ breaker: {} }).map(({ field }) => field)).toEqual([
      'breaker.failures',
      'breaker.withinSeconds',
      'breaker.openSeconds',
    ]);
    const breaker = { failures: 5, withinSeconds: 60, openSeconds: 120 };
    expect(defineWith({ breaker }).breaker).toEqual(breaker);
  });

  it('is open for at most a quarter of the retention, or jobs would die of waiting', () => {
    const breaker = (openSeconds: number) => ({ failures: 5, withinSeconds: 60, openSeconds });
    expect(problemsWith({ retentionSeconds: 86_400, breaker: breaker(21_600) })).toEqual([]);
    expect(problemsWith({ retentionSeconds: 86_400, breaker: breaker(21_601) })).toEqual([
      {
        field: 'breaker.openSeconds',
        given: 21_601,
        allowed: 'must be at most 21600 (a quarter of retentionSeconds), or jobs die of waiting for it',
      },
    ]);
  });
});
