import type { Clock } from '../../message/clock.ts';
import { localArn } from '../template/local-account.ts';
import { type CallReport, createDeliveryLine } from './delivery-line.ts';
import { createScheduleGroups, type ScheduleGroups } from './schedule-groups.ts';
import { SchedulerError } from './scheduler-error.ts';
import type { SchedulerTargets } from './scheduler-targets.ts';
import type { ScheduleContent, StoredSchedule } from './stored-schedule.ts';
import { readTicks } from './ticks.ts';
import { beginOf, createTimetable, type Timetable } from './timetable.ts';

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly targets: SchedulerTargets;
  readonly newId: () => string;
  readonly report?: (report: CallReport) => void;
}

export interface ScheduleKey {
  readonly groupName: string;
  readonly name: string;
}

/** Groups and schedules in memory, and what fires them. */
export interface Scheduler extends ScheduleGroups {
  /** @throws SchedulerError */
  create(key: ScheduleKey, content: ScheduleContent, clientToken?: string): StoredSchedule;
  /** @throws SchedulerError */
  update(key: ScheduleKey, content: ScheduleContent): StoredSchedule;
  /** @throws SchedulerError where there is none of that name. */
  get(key: ScheduleKey): StoredSchedule;
  /** @throws SchedulerError where there is none of that name. */
  delete(key: ScheduleKey): void;
  /** By group and name. */
  list(): readonly StoredSchedule[];
  /** When a schedule is due next; undefined where it is not due any more. @throws SchedulerError */
  nextAtMs(key: ScheduleKey): number | undefined;
  /** Resolves when everything that is due has reached its target, or failed to. */
  idle(): Promise<void>;
  stop(): void;
}

export function createScheduler({ clock, targets, newId, report = () => undefined }: SchedulerOptions): Scheduler {
  const groups = createScheduleGroups(clock);
  const running = new Map<string, Timetable>();
  const line = createDeliveryLine({
    ...{ clock, targets, report },
    done: ({ schedule }) => {
      const isOver = schedule.ticks.isOnce && schedule.content.ActionAfterCompletion === 'DELETE';
      // By then another may have its name.
      if (isOver && running.get(keyOf(schedule))?.schedule === schedule) running.delete(keyOf(schedule));
    },
  });
  const start = (schedule: StoredSchedule) => {
    running.get(keyOf(schedule))?.stop();
    running.set(keyOf(schedule), createTimetable(schedule, { clock, newId, due: line.add }));
    return schedule;
  };
  const find = (key: ScheduleKey) => {
    const found = running.get(keyOf(key));
    if (found) return found;
    throw new SchedulerError('ResourceNotFoundException', `Schedule ${key.name} does not exist.`);
  };
  return {
    ...groups,
    create: (key, content, clientToken) => {
      groups.group(key.groupName);
      const existing = running.get(keyOf(key))?.schedule;
      // The same request again, whose answer was lost.
      if (existing && clientToken !== undefined && existing.clientToken === clientToken) return existing;
      if (existing) throw new SchedulerError('ConflictException', `Schedule ${key.name} already exists.`);
      const nowMs = clock.now();
      return start(stored(key, content, { clientToken, createdAtMs: nowMs, changedAtMs: nowMs }));
    },
    update: (key, content) => start(stored(key, content, { ...find(key).schedule, changedAtMs: clock.now() })),
    get: (key) => find(key).schedule,
    delete: (key) => {
      find(key).stop();
      running.delete(keyOf(key));
    },
    list: () => [...running].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { schedule }]) => schedule),
    nextAtMs: (key) => find(key).nextAtMs(),
    idle: line.idle,
    stop: () => {
      for (const timetable of running.values()) timetable.stop();
      line.stop();
    },
  };
}

function stored(
  { groupName, name }: ScheduleKey,
  content: ScheduleContent,
  { clientToken, createdAtMs, changedAtMs }: Pick<StoredSchedule, 'clientToken' | 'createdAtMs' | 'changedAtMs'>,
): StoredSchedule {
  const { ScheduleExpression, ScheduleExpressionTimezone } = content;
  return {
    ...{ groupName, name, content, clientToken, createdAtMs, changedAtMs },
    arn: localArn('scheduler', `schedule/${groupName}/${name}`),
    ticks: readTicks(ScheduleExpression, ScheduleExpressionTimezone, beginOf(content, changedAtMs)),
  };
}

function keyOf({ groupName, name }: ScheduleKey): string {
  return `${groupName}/${name}`;
}
