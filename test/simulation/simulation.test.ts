import { describe, expect, it } from 'vitest';
import { runSchedule } from './run-schedule.ts';
import { runSeeds, seedsFrom } from './run-seeds.ts';

const SCHEDULES = 500;

describe('five hundred schedules of faults', { timeout: 60_000 }, () => {
  it('violate nothing, and every kind of fault is among them', async () => {
    const { runs, violations, faults } = await runSeeds(seedsFrom(1, SCHEDULES));
    expect(runs).toBe(SCHEDULES);
    expect(violations).toEqual([]);
    expect(Object.entries(faults).filter(([, count]) => count === 0)).toEqual([]);
  });
});

describe('a schedule', () => {
  it.each([3, 21, 345])('of seed %d happens the same way twice', async (seed) => {
    const first = await runSchedule(seed, { keepEvents: true });
    const second = await runSchedule(seed, { keepEvents: true });
    expect(first.events.length).toBeGreaterThan(30);
    expect(second.events).toEqual(first.events);
    expect(second.faults).toEqual(first.faults);
  });

  it('of another seed happens otherwise', async () => {
    const [first, second] = await Promise.all([1, 2].map((seed) => runSchedule(seed, { keepEvents: true })));
    expect(second?.events).not.toEqual(first?.events);
  });
});
