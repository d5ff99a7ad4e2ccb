import { runSchedule, type ScheduleOptions } from './run-schedule.ts';
import { type SeededViolation, type SimulationPart, sumOf } from './simulation.ts';

/** Runs the schedules of these seeds, one after the other. */
export async function runSeeds(seeds: Iterable<number>, options: ScheduleOptions = {}): Promise<SimulationPart> {
  const parts: SimulationPart[] = [];
  for (const seed of seeds) {
    const { violations, faults } = await runSchedule(seed, options);
    const seeded: SeededViolation[] = violations.map((violation) => ({ seed, ...violation }));
    parts.push({ runs: 1, violations: seeded, faults });
  }
  return sumOf(parts);
}

export function* seedsFrom(first: number, count: number): Generator<number> {
  for (let index = 0; index < count; index += 1) yield first + index;
}
