import type { Violation } from './invariants/check.ts';
import { type FaultCounts, noFaults } from './world/faults.ts';

export interface SeededViolation extends Violation {
  readonly seed: number;
}

/** What many schedules came to. */
export interface Simulation {
  readonly runs: number;
  readonly seconds: number;
  readonly violations: readonly SeededViolation[];
  /** How often each kind of fault was injected. */
  readonly faults: FaultCounts;
}

/** The part of a simulation that some schedules are. */
export type SimulationPart = Omit<Simulation, 'seconds'>;

export function sumOf(parts: readonly SimulationPart[]): SimulationPart {
  const faults = noFaults();
  for (const part of parts) {
    for (const [kind, count] of Object.entries(part.faults)) faults[kind] = (faults[kind] ?? 0) + count;
  }
  return {
    runs: parts.reduce((sum, { runs }) => sum + runs, 0),
    violations: parts.flatMap(({ violations }) => violations).sort((a, b) => a.seed - b.seed),
    faults,
  };
}
