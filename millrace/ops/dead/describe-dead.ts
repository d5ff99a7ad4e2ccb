import { ago } from '../text/ago.ts';
import { cut } from '../text/cut.ts';
import { printable } from '../text/printable.ts';
import { wrap } from '../text/wrap.ts';
import type { DeadJob, DeadOfJob } from './list-dead.ts';

const WIDTHS = { when: 8, reason: 18, tries: 5 };
const INDENT = '  ';

/** A job's dead for people: what the job is, then two lines each, cut to the terminal. */
export function describeDead(of: DeadOfJob, shown: readonly DeadJob[], nowMs: number, columns: number): string {
  const known = `${of.more ? 'more than ' : ''}${of.known} dead`;
  const lines = [
    `${of.type}  ${known}, about ${of.aboutInQueue} in its dead-letter queue, owner ${of.team ?? of.owner}`,
    ...wrap(`redrive: ${replayWords(of)}`, columns - INDENT.length).map((line) => `${INDENT}${line}`),
  ];
  if (of.aboutWithoutRecord > 0) {
    const few = `about ${of.aboutWithoutRecord} without a record: npx millrace redrive ${of.type} looks at them`;
    lines.push(`${INDENT}${few}`);
  }
  if (shown.length > 0) lines.push(...heading(), ...shown.flatMap((dead) => rows(dead, nowMs)));
  return lines.map((line) => cut(line, columns)).join('\n');
}

function replayWords({ replay }: DeadOfJob): string {
  return replay.rule === 'safe' ? 'safe' : `check first: ${replay.because}`;
}

function heading(): string[] {
  return [`${INDENT}JOB`, columnsOf('DIED', 'REASON', 'TRIES', 'LAST ERROR')];
}

/** The id has a line of its own: it is what `redrive` wants to be told. */
function rows(dead: DeadJob, nowMs: number): string[] {
  const { reason = 'unknown', attempts, diedAt, id, version, lastError } = dead;
  const error = lastError ? printable(`${lastError.name}: ${lastError.message}`) : '';
  const tries = attempts === undefined ? '-' : String(attempts);
  return [
    `${INDENT}${id}${version === undefined ? '' : `  v${version}`}`,
    columnsOf(ago(diedAt, nowMs), reason, tries, error),
  ];
}

function columnsOf(when: string, reason: string, tries: string, error: string): string {
  const cells = [
    cut(when, WIDTHS.when).padEnd(WIDTHS.when),
    cut(reason, WIDTHS.reason).padEnd(WIDTHS.reason),
    tries.padStart(WIDTHS.tries),
    error,
  ];
  return `${INDENT}${INDENT}${cells.join('  ')}`.trimEnd();
}
