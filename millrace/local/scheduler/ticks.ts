import { cronFaults } from '../../definition/cron-expression.ts';
import { cronTimes } from './cron-times.ts';
import { SchedulerError } from './scheduler-error.ts';
import { createZone, type Zone } from './zone.ts';

/** When a schedule is due: the first time after an instant. */
export interface Ticks {
  readonly isOnce: boolean;
  next(afterMs: number): number | undefined;
}

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const AT = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/;
const RATE = /^rate\((\d+) (minute|hour|day)s?\)$/;
const CRON = /^cron\((.+)\)$/;

/**
 * Reads an expression of EventBridge Scheduler's; `anchorMs` is where a rate begins.
 * @throws SchedulerError
 */
export function readTicks(expression: string, timeZone: string, anchorMs: number): Ticks {
  const zone = readZone(timeZone);
  const [, at] = AT.exec(expression) ?? [];
  if (at !== undefined) return once(zone, expression, Date.parse(`${at}Z`));
  const [, count, unit] = RATE.exec(expression) ?? [];
  // The pattern takes these units alone.
  if (unit !== undefined) return everyMs(Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS], expression, anchorMs);
  const [, cron] = CRON.exec(expression) ?? [];
  if (cron !== undefined && cronFaults(cron).length === 0) return byCron(zone, cron);
  throw invalid(expression, cron === undefined ? '' : `: ${cronFaults(cron).join('; ')}`);
}

function once(zone: Zone, expression: string, wallMs: number): Ticks {
  const atMs = Number.isNaN(wallMs) ? undefined : zone.instantOf(wallMs);
  if (atMs === undefined) throw invalid(expression, ': there is no such time');
  return { isOnce: true, next: (afterMs) => (atMs > afterMs ? atMs : undefined) };
}

function everyMs(periodMs: number, expression: string, anchorMs: number): Ticks {
  if (periodMs < 1) throw invalid(expression, ': the rate must be at least 1');
  return {
    isOnce: false,
    next: (afterMs) => anchorMs + Math.max(0, Math.floor((afterMs - anchorMs) / periodMs) + 1) * periodMs,
  };
}

/** A time that the clock skips does not come; one that it shows twice comes once. */
function byCron(zone: Zone, cron: string): Ticks {
  const times = cronTimes(cron);
  return {
    isOnce: false,
    next: (afterMs) => {
      for (let wallMs = times(zone.wallOf(afterMs)); wallMs !== undefined; wallMs = times(wallMs)) {
        const instantMs = zone.instantOf(wallMs);
        if (instantMs !== undefined && instantMs > afterMs) return instantMs;
      }
      return undefined;
    },
  };
}

function readZone(timeZone: string): Zone {
  try {
    return createZone(timeZone);
  } catch (cause) {
    throw new SchedulerError('ValidationException', `Invalid Schedule Expression Timezone ${timeZone}.`, { cause });
  }
}

function invalid(expression: string, why: string): SchedulerError {
  return new SchedulerError('ValidationException', `Invalid Schedule Expression ${expression}${why}.`);
}
