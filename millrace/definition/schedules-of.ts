import type * as z from 'zod';
import type { Schedule, ScheduleSpec } from './schedule.ts';

/** A job's schedules as its file has them, made explicit. */
export function schedulesOf<Payload extends z.ZodObject>({
  schedules = {},
  priorities = [],
}: {
  readonly schedules?: Readonly<Record<string, ScheduleSpec<Payload>>>;
  readonly priorities?: readonly string[];
}): readonly Schedule[] {
  return Object.entries(schedules).map(([name, { cron, rate, timeZone, payload, priority }]) => ({
    name,
    expression: cron === undefined ? `rate(${rate})` : `cron(${cron})`,
    // Of a rate it says nothing, but a template should.
    timeZone: timeZone ?? 'UTC',
    // A zod object takes an object.
    payload: payload as Readonly<Record<string, unknown>>,
    priority: priority ?? priorities.at(-1),
  }));
}
