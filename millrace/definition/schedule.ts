import type * as z from 'zod';

interface ScheduledPayload<Payload extends z.ZodObject> {
  /** Of the job that each tick sends. `{scheduledAt}` in a text becomes the instant of the tick, such as 2026-01-31T03:00:00Z; the key must hold it. */
  readonly payload: z.input<Payload>;
  /** One of the job's `priorities`. Default: the last of them. */
  readonly priority?: string;
}

/** When a job is sent by itself, and with which payload: one tick is one job. */
export type ScheduleSpec<Payload extends z.ZodObject> = ScheduledPayload<Payload> &
  (
    | {
        /**
         * AWS's six fields: minutes, hours, day of the month, month, day of the week (1 is Sunday), year. One of the two day fields is `?`.
         * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
         */
        readonly cron: string;
        /**
         * IANA name, such as Europe/Paris or UTC. A time that the clock skips in spring does not come that day; one that
         * it shows twice in autumn comes once.
         */
        readonly timeZone: string;
        readonly rate?: undefined;
      }
    | {
        /** `15 minutes`, `1 hour`, `7 days`: so long from one tick to the next, whatever clocks show. */
        readonly rate: string;
        readonly cron?: undefined;
        readonly timeZone?: undefined;
      }
  );

/** A schedule as the library uses it. */
export interface Schedule {
  readonly name: string;
  /** In EventBridge Scheduler's words: `cron(0 3 * * ? *)`, `rate(15 minutes)`. */
  readonly expression: string;
  readonly timeZone: string;
  /** With `{scheduledAt}` where the instant goes. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** None where the job has one queue. */
  readonly priority: string | undefined;
}
