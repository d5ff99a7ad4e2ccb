import { cut } from '../text/cut.ts';
import { duration } from '../text/duration.ts';
import type { BreakerStatus, StatusOfJob } from './read-status.ts';

const GAP = '  ';
const HEADINGS = ['WAITING', 'IN FLIGHT', 'DELAYED', 'DEAD', 'BREAKER'] as const;
/** The longest words of a breaker, and numbers that hardly grow wider than their headings. */
const WIDTHS = [7, 9, 7, 6, 22];
const WIDEST_NAME = 80 - WIDTHS.reduce((sum, width) => sum + width + GAP.length, 0);

/** A row a job; a name that is too long for its column has a line of its own. */
export function describeStatus(jobs: readonly StatusOfJob[], nowMs: number): string {
  const width = Math.min(WIDEST_NAME, Math.max('JOB'.length, ...jobs.map(({ type }) => type.length)));
  const heading = inColumns('JOB'.padEnd(width), HEADINGS);
  return [heading, ...jobs.flatMap((job) => rows(job, width, nowMs))].join('\n');
}

function rows(
  { type, waiting, inFlight, delayed, dead, breaker }: StatusOfJob,
  width: number,
  nowMs: number,
): string[] {
  const cells = [...[waiting, inFlight, delayed, dead].map(String), breakerWords(breaker, nowMs)];
  if (type.length <= width) return [inColumns(type.padEnd(width), cells)];
  return [type, inColumns(''.padEnd(width), cells)];
}

function inColumns(name: string, cells: readonly string[]): string {
  const aligned = cells.map((cell, at) => {
    const width = WIDTHS[at] ?? 0;
    return at === cells.length - 1 ? cut(cell, width) : cell.padStart(width);
  });
  return [name, ...aligned].join(GAP).trimEnd();
}

function breakerWords(breaker: BreakerStatus | null, nowMs: number): string {
  if (breaker === null) return '-';
  switch (breaker.state) {
    case 'open':
      return `open, ${duration(Math.ceil((Date.parse(breaker.untilAt) - nowMs) / 1000))} left`;
    case 'returning':
      return `returning, ${breaker.percent} %`;
    default:
      return breaker.state;
  }
}
