import { cut } from '../text/cut.ts';
import { printable } from '../text/printable.ts';
import { HELD_SECONDS } from './held-messages.ts';
import type { RedriveReport } from './redrive-report.ts';
import { type Verdict, verdictWords } from './verdict.ts';

const MOST_IDS = 10;

export interface ReportSubject {
  readonly target: string;
  readonly place: string;
  /** True where the target is one job: then others' messages are of no interest. */
  readonly isOneJob: boolean;
  readonly isEdit: boolean;
}

/** A redrive for people: the counts, why, what is left, what to do. */
export function describeReport(whole: RedriveReport, { target, place, isOneJob, isEdit }: ReportSubject): string[] {
  const report = isOneJob ? withoutOtherJobs(whole) : whole;
  if (isOneJob && report.received === 0 && !report.endedEarly) return remarks(report, isEdit);
  return [
    `${target} in ${place}: ${report.received} looked at${report.dryRun ? ' (dry run: nothing was changed)' : ''}`,
    ...totals(report),
    ...verdicts(report),
    ...remarks(report, isEdit),
    ...(isOneJob ? [] : [left(report)]),
  ];
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

const COPY_LEFT = ['  sent, but not deleted: a second copy may follow, and is answered as a duplicate'];
const UNEDITED_LEFT = [
  '  sent, but not deleted: the copy without the edit is still in the dead-letter queue',
  '  do not redrive that: it may run in place of the edited one; once that has run, it is refused',
];

function remarks(report: RedriveReport, isEdit: boolean): string[] {
  const { failures, possibleDoubles, stillHidden, aboutHeldElsewhere, endedEarly } = report;
  const lines: string[] = [];
  if (failures.length > 0)
    lines.push('  failed, and still in the dead-letter queue', ...ids(failures.map(({ why }) => why)));
  if (possibleDoubles.length > 0) {
    lines.push(...(isEdit ? UNEDITED_LEFT : COPY_LEFT), ...ids(possibleDoubles));
  }
  if (aboutHeldElsewhere > 0) {
    lines.push(`  about ${aboutHeldElsewhere} are held by another reader and could not be looked at:`);
    lines.push('  they come back within its visibility timeout, so try again in some minutes');
  }
  if (stillHidden > 0) lines.push(`  ${stillHidden} stay hidden for up to ${HELD_SECONDS / 60} minutes`);
  if (endedEarly) lines.push(...ending(endedEarly));
  return lines;
}

function ending(ended: NonNullable<RedriveReport['endedEarly']>): string[] {
  if (ended.by === 'ctrl-c') return ['  ended early: as you asked; the rest is as it was'];
  const why = `  ended early: ${printable(ended.message)}; the rest is as it was`;
  return ended.nextStep === undefined ? [why] : [why, `  → ${ended.nextStep}`];
}

function left({ aboutLeft }: RedriveReport): string {
  const count = aboutLeft === undefined ? 'SQS gave no count' : `about ${aboutLeft}, as SQS counts`;
  return `  left in the dead-letter queue: ${count}`;
}

function ids(texts: readonly string[]): string[] {
  const shown = texts.slice(0, MOST_IDS).map((text) => `    ${cut(printable(text), 120)}`);
  return texts.length > MOST_IDS ? [...shown, `    and ${texts.length - MOST_IDS} more (--json has all)`] : shown;
}
