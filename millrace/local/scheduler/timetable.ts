import type { Clock } from '../../message/clock.ts';
import type { DueCall } from './due-call.ts';
import type { ScheduleContent, StoredSchedule } from './stored-schedule.ts';

/** Waits for the ticks of one schedule. */
export interface Timetable {
  readonly schedule: StoredSchedule;
  /** Undefined where it is not due any more. */
  nextAtMs(): number | undefined;
  stop(): void;
}

interface TimetableOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly due: (call: DueCall) => void;
}

export function createTimetable(schedule: StoredSchedule, { clock, newId, due }: TimetableOptions): Timetable {
  const { content, ticks, changedAtMs } = schedule;
  let nextAtMs: number | undefined;
  let cancel: () => void = () => undefined;
  const waitFrom = (afterMs: number) => {
    const tickMs = content.State === 'ENABLED' ? ticks.next(afterMs) : undefined;
    nextAtMs = tickMs !== undefined && tickMs <= endOf(content) ? tickMs : undefined;
    if (tickMs === undefined || nextAtMs === undefined) return;
    cancel = clock.after(tickMs - clock.now(), () => {
      due({ schedule, scheduledAtMs: tickMs, executionId: newId(), attempt: 1 });
      waitFrom(tickMs);
    });
  };
  // One whose only time is over already is due at once.
  waitFrom(ticks.isOnce ? Number.NEGATIVE_INFINITY : beginOf(content, changedAtMs) - 1);
  return { schedule, nextAtMs: () => nextAtMs, stop: () => cancel() };
}

/** Where a rate begins, and before which nothing is due. */
export function beginOf({ StartDate }: ScheduleContent, nowMs: number): number {
  return StartDate === undefined ? nowMs : Math.max(nowMs, StartDate * 1000);
}

function endOf({ EndDate }: ScheduleContent): number {
  return EndDate === undefined ? Number.POSITIVE_INFINITY : EndDate * 1000;
}
