import { runSchedule, type ScheduleOptions, type ScheduleResult } from './run-schedule.ts';
import { type SeededViolation, type SimulationPart, sumOf } from './simulation.ts';

/** Runs the schedules of these seeds, one after the other. */
export async function runSeeds(seeds: Iterable<number>, options: ScheduleOptions = {}): Promise<SimulationPart> {
  const parts: SimulationPart[] = [];
  for (const seed of seeds) {
    const { violations, faults } = await runOne(seed, options);
    const seeded: SeededViolation[] = violations.map((violation) => ({ seed, ...violation }));
    parts.push({ runs: 1, violations: seeded, faults });
  }
  return sumOf(parts);
}

/** A schedule that can't be run to its end is told by its seed as well. */
async function runOne(seed: number, options: ScheduleOptions): Promise<Pick<ScheduleResult, 'violations' | 'faults'>> {
  try {
    return await runSchedule(seed, options);
  } catch (error) {
    return { violations: [{ invariant: 'a schedule comes to its end', job: 'all', saw: String(error) }], faults: {} };
  }
}

export function* seedsFrom(first: number, count: number): Generator<number> {
  for (let index = 0; index < count; index += 1) yield first + index;
}
