import type { Failure } from '../../record/job-record.ts';
import { ago } from '../text/ago.ts';
import { cut } from '../text/cut.ts';
import { printable } from '../text/printable.ts';
import { wrap } from '../text/wrap.ts';
import type { DeadJob, DeadOfJob } from './list-dead.ts';

const WIDTHS = { when: 8, reason: 18, tries: 5 };
const INDENT = '  ';
const ERROR_INDENT = INDENT.repeat(3);

/** A job's dead for people: what the job is, then each with all of its last error, within the terminal. */
export function describeDead(of: DeadOfJob, shown: readonly DeadJob[], nowMs: number, columns: number): string {
  const known = `${of.more ? 'more than ' : ''}${of.known} dead`;
  const lines = [
    `${of.type}  ${known}, about ${of.aboutInQueue} in its dead-letter ${of.deadLetterQueues === 1 ? 'queue' : 'queues'}, owner ${of.team ?? of.owner}`,
    ...wrap(`redrive: ${replayWords(of)}`, columns - INDENT.length).map((line) => `${INDENT}${line}`),
  ];
  if (of.aboutWithoutRecord > 0) {
    const few = `about ${of.aboutWithoutRecord} without a record: npx millrace redrive ${of.type} looks at them`;
    lines.push(`${INDENT}${few}`);
  }
  if (shown.length > 0) lines.push(...heading(), ...shown.flatMap((dead) => rows(dead, nowMs, columns)));
  else if (of.known > 0) lines.push(`${INDENT}on another page: they died at another time`);
  return lines.map((line) => cut(line, columns)).join('\n');
}

function replayWords({ replay }: DeadOfJob): string {
  return replay.rule === 'safe' ? 'safe' : `check first: ${replay.because}`;
}

function heading(): string[] {
  return [`${INDENT}JOB`, inColumns('DIED', 'REASON', 'TRIES', 'LAST ERROR')];
}

/** The id has a line of its own: it is what `redrive` wants to be told. */
function rows(dead: DeadJob, nowMs: number, columns: number): string[] {
  const { reason = 'unknown', attempts, diedAt, id, version, failures } = dead;
  const error = errorWords(failures.at(-1));
  const tries = attempts === undefined ? '-' : String(attempts);
  const row = (text: string) => inColumns(ago(diedAt, nowMs), reason, tries, text);
  const first = `${INDENT}${id}${version === undefined ? '' : `  v${version}`}`;
  if (row(error).length <= columns) return [first, row(error)];
  const below = wrap(error, columns - ERROR_INDENT.length).map((line) => `${ERROR_INDENT}${line}`);
  return [first, row(''), ...below];
}

/** A message that holds no job threw nothing: what is wrong with it says all. */
function errorWords(failure: Failure | undefined): string {
  if (failure === undefined) return '';
  return printable(failure.attempt === 0 ? failure.message : `${failure.name}: ${failure.message}`);
}

function inColumns(when: string, reason: string, tries: string, error: string): string {
  const cells = [
    cut(when, WIDTHS.when).padEnd(WIDTHS.when),
    cut(reason, WIDTHS.reason).padEnd(WIDTHS.reason),
    tries.padStart(WIDTHS.tries),
    error,
  ];
  return `${INDENT}${INDENT}${cells.join('  ')}`.trimEnd();
}
