import type { ScheduleResult } from './run-schedule.ts';
import type { SeededViolation, Simulation } from './simulation.ts';

const MOST_VIOLATIONS = 20;
const COLUMNS = 3;
const NAME_WIDTH = 23;
const COUNT_WIDTH = 7;

/** A simulation for people: what was violated, and how often each fault was injected. */
export function describeSimulation({ runs, seconds, violations, faults }: Simulation): string {
  const told = violations.slice(0, MOST_VIOLATIONS).map(describeViolation);
  const left = violations.length - told.length;
  return [
    ...told,
    ...(left > 0 ? [`and ${left} more (--json has all)`] : []),
    `${runs} schedules in ${seconds} s: ${violations.length} violations`,
    'faults injected',
    ...inColumns(
      Object.entries(faults).map(([kind, count]) => kind.padEnd(NAME_WIDTH) + String(count).padStart(COUNT_WIDTH)),
    ),
  ].join('\n');
}

/** One schedule for people: what happened in it, what was violated, and the verdict. */
export function describeReplay({ seed, events, violations }: Pick<ScheduleResult, 'seed' | 'events' | 'violations'>) {
  const verdict = violations.length === 0 ? 'nothing was violated' : `${violations.length} violations`;
  const told = violations.map((violation) => describeViolation({ seed, ...violation }));
  return [...events, ...told, `seed ${seed}: ${verdict}`].join('\n');
}

/** A simulation for scripts: a line for each violation, and one that counts. */
export function simulationInJson({ runs, seconds, violations, faults }: Simulation): string {
  const counts = { runs, seconds, violations: violations.length, faults };
  return [...violations, counts].map((line) => JSON.stringify(line)).join('\n');
}

function describeViolation({ seed, invariant, job, saw }: SeededViolation): string {
  return [
    `seed ${seed} violates "${invariant}"`,
    `  ${job}: ${saw}`,
    `  again, with all that happened: npm run simulate -- --only ${seed}`,
  ].join('\n');
}

function inColumns(cells: readonly string[]): string[] {
  const rows = Math.ceil(cells.length / COLUMNS);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: COLUMNS }, (__, column) => cells[column * rows + row] ?? '')
      .map((cell) => `  ${cell}`)
      .join('')
      .trimEnd(),
  );
}
