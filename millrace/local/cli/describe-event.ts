import { printable } from '../../ops/text/printable.ts';
import type { LocalRunEvent } from '../local-run-event.ts';
import type { OutcomeEvent } from '../outcome-line.ts';
import type { Color, Paint } from './paint.ts';

const outcomeColors: Readonly<Record<string, Color>> = {
  completed: 'green',
  duplicate: 'cyan',
  failed: 'yellow',
  dead: 'red',
  'parking-failed': 'red',
  unanswered: 'red',
};

/** One line of the live display; undefined for what people need not see. */
export function describeEvent(event: LocalRunEvent, paint: Paint): string | undefined {
  switch (event.event) {
    case 'outcome':
      return describeOutcome(event, paint);
    case 'worker-died':
      return paint(
        'yellow',
        `${event.function}: a worker died (${event.how}); its messages come back after their timeout`,
      );
    case 'timed-out':
      return paint('yellow', `${event.function}: ended after its function's ${event.seconds} s`);
    case 'throttled':
      return paint('yellow', `${event.function}: throttled, no environment was free`);
    case 'batch-kept':
      return event.because && paint('yellow', `${event.function}: ${event.kept} not done: ${printable(event.because)}`);
    case 'unreachable':
      return paint('red', printable(event.message));
    case 'engine-died':
      return paint('red', `the engine's process ended (${event.how}): its queues and records are gone`);
    case 'line':
      return describeLine(event.line, event.function, paint);
    default:
      return undefined;
  }
}

function describeOutcome(event: OutcomeEvent, paint: Paint): string {
  const { outcome, jobId, jobType = '', attempt, maxAttempts, durationMs, reason, hiddenSeconds, error } = event;
  const ofAll = maxAttempts === undefined ? '' : ` of ${maxAttempts}`;
  const parts = [
    paint(outcomeColors[outcome] ?? 'dim', outcome.padEnd(9)),
    (jobId ?? jobType).padEnd(24),
    attempt === undefined ? '' : `attempt ${attempt}${ofAll}`,
    durationMs === undefined ? '' : `${(durationMs / 1000).toFixed(2)} s`,
    reason ?? '',
    hiddenSeconds === undefined ? '' : `again in ${hiddenSeconds} s`,
  ];
  const line = parts.filter((part) => part !== '').join('  ');
  return error === undefined ? line : `${line}\n${INDENT}${paint('dim', printable(error))}`;
}

/** Below the outcome, past the time of day. */
const INDENT = ' '.repeat(21);

/** A handler's own print as it is; of its log, what it warns of. */
function describeLine(line: string, functionName: string, paint: Paint): string | undefined {
  const entry = /^\{.*\}$/.test(line) ? parse(line) : undefined;
  if (!entry) return paint('dim', `${functionName}: ${printable(line)}`);
  if (!['WARN', 'ERROR', 'CRITICAL'].includes(String(entry.level))) return undefined;
  return paint('yellow', `${functionName}: ${printable(String(entry.message))}`);
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    // Looked like JSON and is not: it is shown as it is.
    return undefined;
  }
}
