import { cut } from '../text/cut.ts';
import { printable } from '../text/printable.ts';
import { wrap } from '../text/wrap.ts';
import { HELD_SECONDS } from './held-messages.ts';
import type { RedriveReport } from './redrive-report.ts';
import { type Verdict, verdictWords } from './verdict.ts';

const MOST_IDS = 10;

export interface ReportSubject {
  readonly target: string;
  readonly place: string;
  /** True where the target is one job: then others' messages are of no interest. */
  readonly isOneJob: boolean;
  readonly columns: number;
}

/** A redrive for people: the counts, why, what is left, what to do. */
export function describeReport(whole: RedriveReport, { target, place, isOneJob, columns }: ReportSubject): string {
  const report = isOneJob ? withoutOtherJobs(whole) : whole;
  if (isOneJob && report.received === 0 && !report.endedEarly) return remarks(report, columns).join('\n');
  const lines = [
    `${target} in ${place}: ${report.received} looked at${report.dryRun ? ' (dry run: nothing was changed)' : ''}`,
    ...totals(report),
    ...verdicts(report),
    ...remarks(report, columns),
    ...(isOneJob ? [] : [left(report)]),
  ];
  return lines.join('\n');
}

function withoutOtherJobs(report: RedriveReport): RedriveReport {
  const { 'other-job': others = 0, ...own } = report.verdicts;
  return { ...report, received: report.received - others, skipped: report.skipped - others, verdicts: own };
}

function totals({ dryRun, redriven, refused, skipped, discarded, failed }: RedriveReport): string[] {
  const rows: readonly (readonly [name: string, count: number])[] = [
    [dryRun ? 'would be redriven' : 'redriven', redriven],
    ['refused', refused],
    ['skipped', skipped],
    ['discarded', discarded],
    ['failed', failed],
  ];
  const told = rows.filter(([, count], index) => count > 0 || index === 0);
  return told.map(([name, count]) => `  ${name.padEnd(18)}${String(count).padStart(7)}`);
}

function verdicts(report: RedriveReport): string[] {
  // The cast: Object.entries forgets the keys' type.
  const entries = Object.entries(report.verdicts) as [Verdict, number][];
  if (entries.length === 0) return [];
  const rows = entries.map(
    ([verdict, count]) => `  ${String(count).padStart(5)}  ${verdict}: ${verdictWords[verdict]}`,
  );
  return ['  by verdict', ...rows];
}

function remarks(report: RedriveReport, columns: number): string[] {
  const { failures, possibleDoubles, stillHidden, aboutHeldElsewhere, endedEarly } = report;
  const lines: string[] = [];
  if (failures.length > 0)
    lines.push('  failed, and still in the dead-letter queue', ...ids(failures.map(({ why }) => why)));
  if (possibleDoubles.length > 0) {
    lines.push('  sent, but not deleted: a second copy may follow, and is answered as a duplicate');
    lines.push(...ids(possibleDoubles));
  }
  if (aboutHeldElsewhere > 0) {
    lines.push(`  about ${aboutHeldElsewhere} are held by another reader and could not be looked at:`);
    lines.push('  they come back within its visibility timeout, so try again in some minutes');
  }
  if (stillHidden > 0) lines.push(`  ${stillHidden} stay hidden for up to ${HELD_SECONDS / 60} minutes`);
  return endedEarly === undefined ? lines : [...lines, ...ending(endedEarly, columns)];
}

function ending(ended: NonNullable<RedriveReport['endedEarly']>, columns: number): string[] {
  const why = ended.by === 'ctrl-c' ? 'as you asked' : printable(ended.message);
  const nextStep = ended.by === 'ctrl-c' ? undefined : ended.nextStep;
  return [
    ...wrap(`ended early: ${why}; the rest is as it was`, columns - 2).map((line) => `  ${line}`),
    ...(nextStep === undefined
      ? []
      : wrap(nextStep, columns - 4).map((line, at) => `${at === 0 ? '  → ' : '    '}${line}`)),
  ];
}

function left({ aboutLeft }: RedriveReport): string {
  const count = aboutLeft === undefined ? 'SQS gave no count' : `about ${aboutLeft}, as SQS counts`;
  return `  left in the dead-letter queue: ${count}`;
}

function ids(texts: readonly string[]): string[] {
  const shown = texts.slice(0, MOST_IDS).map((text) => `    ${cut(printable(text), 120)}`);
  return texts.length > MOST_IDS ? [...shown, `    and ${texts.length - MOST_IDS} more (--json has all)`] : shown;
}
