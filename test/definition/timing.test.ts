import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineWith } from './define-with.ts';

describe('the timing of a job', () => {
  it('that says nothing about it', () => {
    expect(defineWith({}).timing).toMatchObject({
      batchSize: 10,
      maximumConcurrency: 2,
      functionTimeoutSeconds: 15,
      visibilitySeconds: 90,
      maxReceiveCount: 1000,
      retentionSeconds: 604_800,
      recordLifetimeSeconds: 1_900_800,
      ...{ maxDepth: 72_000, drainPerSecond: 20 },
      alarms: { depth: 57_600, oldestAgeSeconds: 3600 },
    });
  });

  it.each([
    [{ concurrency: 2 }, { batchSize: 1, maximumConcurrency: 2, functionTimeoutSeconds: 10, visibilitySeconds: 60 }],
    [{ concurrency: 5 }, { batchSize: 2, maximumConcurrency: 2, functionTimeoutSeconds: 15, visibilitySeconds: 90 }],
    [{ concurrency: 25 }, { batchSize: 10, maximumConcurrency: 2 }],
    [{ concurrency: 29 }, { batchSize: 9, maximumConcurrency: 3 }],
    [{ concurrency: 39 }, { batchSize: 9, maximumConcurrency: 4 }],
    [{ concurrency: 47 }, { batchSize: 10, maximumConcurrency: 4 }],
    [
      { concurrency: 47, batchSize: 3 },
      { batchSize: 3, maximumConcurrency: 15 },
    ],
    [{ concurrency: 10_000 }, { batchSize: 10, maximumConcurrency: 1000 }],
    [{ p95Seconds: 120 }, { functionTimeoutSeconds: 725, visibilitySeconds: 4350, maxReceiveCount: 69 }],
    [
      { p95Seconds: 120, batchSize: 1 },
      { functionTimeoutSeconds: 365, visibilitySeconds: 2190 },
    ],
    [{ timeoutSeconds: 447.5 }, { functionTimeoutSeconds: 900, visibilitySeconds: 5400, maxReceiveCount: 56 }],
    [{ timeoutSeconds: 1.3 }, { functionTimeoutSeconds: 8 }],
    [{ batchWindowSeconds: 20 }, { visibilitySeconds: 110 }],
    [{ visibilitySeconds: 900 }, { functionTimeoutSeconds: 15, visibilitySeconds: 900, maxReceiveCount: 336 }],
    [{ retentionSeconds: 3600 }, { maxReceiveCount: 30, recordLifetimeSeconds: 1_299_600 }],
    [{ maxReceiveCount: 8 }, { maxReceiveCount: 8 }],
    [
      { p95Seconds: 600, timeoutSeconds: 800, batchSize: 1 },
      { maxDepth: 120, alarms: { depth: 96, oldestAgeSeconds: 3600 } },
    ],
    [{ concurrency: 1000 }, { maxDepth: 100_000, alarms: { depth: 80_000, oldestAgeSeconds: 3600 } }],
    [{ retentionSeconds: 7200 }, { maxDepth: 36_000, alarms: { depth: 28_800, oldestAgeSeconds: 1800 } }],
    [{ maxWaitSeconds: 60 }, { maxDepth: 1200, alarms: { depth: 960, oldestAgeSeconds: 60 } }],
    [{ maxWaitSeconds: 7200 }, { maxDepth: 100_000, alarms: { depth: 80_000, oldestAgeSeconds: 7200 } }],
    [
      { maxWaitSeconds: 1, p95Seconds: 800, batchSize: 1, timeoutSeconds: 800 },
      { maxDepth: 1, alarms: { depth: 1 } },
    ],
    [{ maxDepth: 50 }, { maxDepth: 50, drainPerSecond: 20, alarms: { depth: 40 } }],
    [{ ratePerSecond: 1 / 3 }, { maxDepth: 1200, alarms: { depth: 960, oldestAgeSeconds: 3600 } }],
    [{ ratePerSecond: 100 }, { drainPerSecond: 20, alarms: { depth: 57_600, oldestAgeSeconds: 3600 } }],
    [{ alarms: { depth: 5 } }, { alarms: { depth: 5, oldestAgeSeconds: 3600 } }],
  ])('with %j', (changes, timing) => {
    expect(defineWith(changes).timing).toMatchObject(timing);
  });
});

describe('the batches of a job', () => {
  it('never exceed its concurrency, and leave no more than a fifth of it idle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1000 }), fc.integer({ min: 1, max: 10 }), (concurrency, batchSize) => {
        const { timing } = defineWith({ concurrency, batchSize });
        const atOnce = timing.batchSize * timing.maximumConcurrency;
        expect(timing.batchSize).toBeLessThanOrEqual(batchSize);
        expect(atOnce).toBeLessThanOrEqual(concurrency);
        expect(atOnce).toBeGreaterThanOrEqual(concurrency * 0.8);
      }),
    );
  });
});

describe('the timing of an ordered job', () => {
  it.each([
    [
      {},
      {
        batchSize: 10,
        maximumConcurrency: 20,
        functionTimeoutSeconds: 55,
        visibilitySeconds: 330,
        maxReceiveCount: 916,
      },
    ],
    [{ concurrency: 2 }, { batchSize: 10, maximumConcurrency: 2 }],
    [{ batchSize: 1 }, { batchSize: 1, maximumConcurrency: 20, functionTimeoutSeconds: 10 }],
    [{ p95Seconds: 30 }, { batchSize: 9, functionTimeoutSeconds: 815, visibilitySeconds: 4890, maxReceiveCount: 61 }],
    [{ timeoutSeconds: 90 }, { batchSize: 9, functionTimeoutSeconds: 815 }],
    [{ timeoutSeconds: 89.5 }, { batchSize: 10, functionTimeoutSeconds: 900 }],
    [{ timeoutSeconds: 448 }, { batchSize: 1, functionTimeoutSeconds: 453 }],
    [{ timeoutSeconds: 895 }, { batchSize: 1, functionTimeoutSeconds: 900, maxReceiveCount: 56 }],
    [
      { timeoutSeconds: 89.5, maxAttempts: 10 },
      { batchSize: 10, visibilitySeconds: 5400, maxReceiveCount: 104 },
    ],
    [{ alarms: {} }, { alarms: { depth: 57_600, oldestAgeSeconds: 3600 } }],
  ])('follows from %j: a batch runs one job after the other, a group in one batch at a time', (changes, derived) => {
    expect(defineWith({ orderedBy: 'deliveryId', ...changes }).timing).toMatchObject(derived);
  });

  it('is that of any job where it is only fair', () => {
    expect(defineWith({ fairBy: 'deliveryId' }).timing).toEqual(defineWith({}).timing);
  });
});

describe('the timing of a job with priorities', () => {
  it.each([
    [
      2,
      20,
      { batchSize: 5, maximumConcurrency: 2, functionTimeoutSeconds: 15, maxDepth: 36_000, alarms: { depth: 28_800 } },
    ],
    [
      2,
      5,
      { batchSize: 1, maximumConcurrency: 2, functionTimeoutSeconds: 10, maxDepth: 7200, alarms: { depth: 5760 } },
    ],
    [3, 6, { batchSize: 1, maximumConcurrency: 2 }],
    [3, 100, { batchSize: 10, maximumConcurrency: 3 }],
    [5, 10_000, { batchSize: 10, maximumConcurrency: 200 }],
  ])('with %d of them gives each an equal part of a concurrency of %d', (count, concurrency, derived) => {
    const priorities = ['a', 'b', 'c', 'd', 'e'].slice(0, count);
    expect(defineWith({ priorities, concurrency }).timing).toMatchObject(derived);
  });

  it('never lets all queues together exceed the concurrency', () => {
    const counts = fc.integer({ min: 2, max: 5 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 10, max: 1000 }), fc.integer({ min: 1, max: 10 }), (count, most, batch) => {
        const priorities = ['a', 'b', 'c', 'd', 'e'].slice(0, count);
        const { timing } = defineWith({ priorities, concurrency: most, batchSize: batch });
        expect(timing.batchSize * timing.maximumConcurrency * count).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe('a timeout that is not given', () => {
  it.each([
    [{}, 5],
    [{ p95Seconds: 1.2 }, 5],
    [{ p95Seconds: 4 }, 12],
    [{ p95Seconds: 2.1 }, 7],
  ])('with %j is %d seconds', (changes, timeoutSeconds) => {
    expect(defineWith(changes).timeoutSeconds).toBe(timeoutSeconds);
  });
});

describe('a processing time that is not given', () => {
  it('is a second, and known to be unmeasured', () => {
    expect(defineWith({})).toMatchObject({ p95Seconds: 1, p95Measured: false });
    expect(defineWith({ p95Seconds: 1 })).toMatchObject({ p95Seconds: 1, p95Measured: true });
  });
});
