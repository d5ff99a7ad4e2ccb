import type { Paint } from '../../ops/cli/paint.ts';
import { duration } from '../../ops/text/duration.ts';
import { printable } from '../../ops/text/printable.ts';
import type { BatchKeptEvent, LocalRunEvent, ScheduleFailedEvent, ScheduleFiredEvent } from '../local-run-event.ts';
import { describeOutcome } from './describe-outcome.ts';
import { liveText } from './live-line.ts';
import { nameJobs } from './name-jobs.ts';

/** What the live display says of an event; undefined for what people need not see. */
export function describeEvent(event: LocalRunEvent, paint: Paint): string | undefined {
  switch (event.event) {
    case 'outcome':
      return describeOutcome(event, paint);
    case 'worker-died':
      return paint('yellow', `${event.function}: a worker died (${event.how})`);
    case 'timed-out':
      return paint('yellow', `${event.function}: ended after its function's ${event.seconds} s`);
    case 'throttled':
      return paint('yellow', `${event.function}: throttled, no environment was free`);
    case 'batch-kept':
      return event.because && paint('yellow', liveText(describeKept(event, event.because)));
    case 'request-failed':
      return paint('red', liveText(printable(`${event.request} failed: ${event.because}`)));
    case 'schedule-fired':
      // What a function does it says itself: the sweeper is called each minute.
      return event.targetKind === 'queue' ? paint('dim', liveText(describeFired(event))) : undefined;
    case 'schedule-failed':
      return paint('red', liveText(describeFailed(event)));
    case 'unreachable':
      return paint('red', liveText(printable(event.message)));
    case 'engine-died':
      return paint('red', liveText(`the engine's process ended (${event.how}): its queues and records are gone`));
    case 'line':
      return describeLine(event.line, event.function, paint);
    default:
      return undefined;
  }
}

function describeFired({ schedule, scheduledAt, target, jobId }: ScheduleFiredEvent): string {
  return jobId === undefined
    ? `${schedule}: due at ${scheduledAt}, sent to ${target}`
    : `${printable(jobId)}: its delay was over at ${scheduledAt}, sent to ${target}`;
}

function describeFailed({ schedule, target, because, triedAgainInSeconds }: ScheduleFailedEvent): string {
  const next = triedAgainInSeconds === undefined ? 'given up' : `tried again in ${duration(triedAgainInSeconds)}`;
  return `${schedule}: ${target} failed: ${printable(because)}; ${next}`;
}

function describeKept(event: BatchKeptEvent, because: string): string {
  const names = nameJobs(event);
  const comesBack = `to come back after the visibility timeout${names === '' ? '' : `: ${names}`}`;
  return `${event.function}: ${event.kept} not done: ${printable(because)}; ${comesBack}`;
}

/** A handler's own print as it is; of its log, what it warns of, and of which jobs. */
function describeLine(line: string, functionName: string, paint: Paint): string | undefined {
  const entry = /^\{.*\}$/.test(line) ? parse(line) : undefined;
  if (!entry) return paint('dim', `${functionName}: ${printable(line)}`);
  if (!['WARN', 'ERROR', 'CRITICAL'].includes(String(entry.level))) return undefined;
  const names = nameJobs({ jobIds: texts(entry.jobIds), messageIds: texts(entry.messageIds) });
  const message = `${printable(String(entry.message))}${whatNext(entry)}`;
  return paint('yellow', liveText(`${functionName}: ${message}${names === '' ? '' : `: ${names}`}`));
}

/** Of a breaker: when a run finds out whether it can close, or how long its jobs take to return. */
function whatNext({ message, openSeconds }: Record<string, unknown>): string {
  if (typeof openSeconds !== 'number') return '';
  if (message === 'breaker opened') return `, tested in ${duration(openSeconds)}`;
  return message === 'breaker closed' ? `, jobs return step by step for ${duration(openSeconds)}` : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    // Looked like JSON and is not: it is shown as it is.
    return undefined;
  }
}
