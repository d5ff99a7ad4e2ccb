import type { Color, Paint } from '../../ops/cli/paint.ts';
import { duration } from '../../ops/text/duration.ts';
import { printable } from '../../ops/text/printable.ts';
import type { OutcomeEvent } from '../outcome-line.ts';
import { liveLine, textBelow } from './live-line.ts';
import { nameMessage } from './name-jobs.ts';

const colors: Readonly<Record<string, Color>> = {
  completed: 'green',
  duplicate: 'cyan',
  continued: 'cyan',
  failed: 'yellow',
  dead: 'red',
  'parking-failed': 'red',
  unanswered: 'red',
};
const SUBJECT_COLUMNS = 18;

/** How one delivery ended: the job, the attempt, why and what next; below it what the handler threw. */
export function describeOutcome(event: OutcomeEvent, paint: Paint): string {
  const { outcome, attempt, maxAttempts, durationMs, reason, hiddenSeconds, error } = event;
  const ofAll = maxAttempts === undefined ? '' : ` of ${maxAttempts}`;
  const parts = [
    subject(event).padEnd(SUBJECT_COLUMNS),
    attempt === undefined ? '' : `attempt ${attempt}${ofAll}`,
    durationMs === undefined ? '' : `${(durationMs / 1000).toFixed(2)} s`,
    printable(reason ?? ''),
    hiddenSeconds === undefined ? '' : whenAgain(hiddenSeconds),
  ];
  const line = liveLine({
    head: printable(outcome).padEnd('completed'.length),
    parts: parts.filter((part) => part !== ''),
    paintHead: (head) => paint(colors[outcome] ?? 'dim', head),
  });
  if (error === undefined) return line;
  return `${line}\n${textBelow('completed', printable(error), (text) => paint('dim', text))}`;
}

function whenAgain(hiddenSeconds: number): string {
  return hiddenSeconds === 0 ? 'again at once' : `again in ${duration(hiddenSeconds)}`;
}

function subject({ jobId, jobType = '', messageId }: OutcomeEvent): string {
  if (jobId !== undefined) return printable(jobId);
  return printable(messageId === undefined ? jobType : `${jobType} ${nameMessage(messageId)}`);
}
