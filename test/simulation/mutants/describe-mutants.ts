import { type Justification, justificationLine } from './justifications.ts';
import { type Mutant, mutantKey } from './mutant.ts';
import type { Tried } from './run-mutants.ts';

/** What came of all mutants that were tried. */
export interface MutantReport {
  readonly seconds: number;
  /** Schedules that each had to pass. */
  readonly runs: number;
  readonly tried: readonly Tried[];
  readonly justifications: readonly Justification[];
  /** Not tried, since there is a reason why they may survive. */
  readonly excused: readonly Mutant[];
}

/** Survivors for which no reason is on file. */
export function unjustified({ tried, justifications }: MutantReport): readonly Tried[] {
  const known = new Set(justifications.map(({ key }) => key));
  return tried.filter((one) => !isKilled(one) && !known.has(mutantKey(one.mutant)));
}

function isKilled({ verdict }: Tried): boolean {
  return verdict.kind === 'killed' || verdict.kind === 'killed-by-test';
}

/** A run for people: who survived without a reason, what reasons are needed no more, and the counts. */
export function describeMutants(report: MutantReport): string {
  const { tried, justifications, runs, seconds, excused } = report;
  const survivors = unjustified(report);
  const known = new Map(justifications.map(({ key, reason }) => [key, reason]));
  const needless = tried.filter((one) => isKilled(one) && known.has(mutantKey(one.mutant)));
  return [
    ...survivors.map(describeTried),
    ...needless.map(({ number, mutant }) => `${number} is killed, and needs no reason: ${justificationLine(mutant)}`),
    ...table(report),
    ...(excused.length > 0 ? [`${excused.length} may survive, and were not tried (--all tries them)`] : []),
    `${tried.length} mutants, ${runs} schedules each at most, in ${seconds} s: ${survivors.length} survive without a reason`,
  ].join('\n');
}

export function describeTried({ number, mutant, verdict }: Tried): string {
  const { file, line, operator, before, after } = mutant;
  return [`${number} ${file}:${line} ${operator}: ${told(verdict)}`, `  - ${before}`, `  + ${after}`].join('\n');
}

function told(verdict: Tried['verdict']): string {
  switch (verdict.kind) {
    case 'killed':
      return `killed by seed ${verdict.seed}: ${verdict.by}: ${verdict.saw}`;
    case 'killed-by-test':
      return `killed by ${verdict.test}`;
    case 'survived':
      return `survives ${verdict.runs} schedules and the unit tests`;
    case 'not-reached':
      return 'no schedule comes by, and no unit test notices';
  }
}

/** By operator. */
function table(report: MutantReport): string[] {
  const all = [...report.tried.map(({ mutant }) => mutant), ...report.excused];
  const names = [...new Set(all.map(({ operator }) => operator))];
  return [HEAD, ...names.map((name) => row(name, report, name)), row('all', report)].map(([name, ...cells]) =>
    [name.padEnd(18), ...cells.map((cell) => String(cell).padStart(14))].join(''),
  );
}

const HEAD = ['operator', 'mutants', 'by simulation', 'by a test', 'justified', 'surviving'] as const;

function row(name: string, report: MutantReport, operator?: string) {
  const isOf = (mutant: Mutant) => operator === undefined || mutant.operator === operator;
  const tried = report.tried.filter(({ mutant }) => isOf(mutant));
  const excused = report.excused.filter(isOf).length;
  const count = (kind: string) => tried.filter(({ verdict }) => verdict.kind === kind).length;
  const [simulation, test] = [count('killed'), count('killed-by-test')];
  const surviving = unjustified({ ...report, tried }).length;
  const justified = tried.length - simulation - test - surviving + excused;
  return [name, tried.length + excused, simulation, test, justified, surviving] as const;
}
