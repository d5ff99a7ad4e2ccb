import { randomUUID } from 'node:crypto';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { queueNameIn } from '../definition/queue-pairs.ts';
import type { VirtualClock } from '../message/clock.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { RunningSchedule, ScheduleFailedEvent, ScheduleFiredEvent } from './local-run-event.ts';
import type { CallReport } from './scheduler/delivery-line.ts';
import { inputOf, scheduledTime } from './scheduler/due-call.ts';
import { functionNameIn } from './scheduler/function-name-in.ts';
import { createTemplateSchedules, type TemplateSchedules } from './scheduler/read-schedules.ts';
import { createSchedulerTargets } from './scheduler/scheduler-targets.ts';
import { type SchedulerServer, startScheduler } from './scheduler/start-scheduler.ts';
import { createShiftedClock } from './shifted-clock.ts';

export interface RunSchedulesOptions {
  readonly template: TemplateSchedules;
  readonly sqs: SQSClient;
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
  readonly report: (event: ScheduleFiredEvent | ScheduleFailedEvent) => void;
}

export interface RunningSchedules {
  readonly endpoint: string;
  readonly clock: VirtualClock;
  /** Those of the template, with their next times. */
  readonly schedules: readonly RunningSchedule[];
  /** Whatever is due waits for this. */
  begin(): void;
  /** The instant at which the next one is due. */
  nextAtMs(): number | undefined;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** The template's schedules on a scheduler of the run's own, whatever engine serves the queues. */
export async function runSchedules(options: RunSchedulesOptions): Promise<RunningSchedules> {
  const { template, sqs, invoke, report } = options;
  const clock = createShiftedClock();
  const begun = Promise.withResolvers<void>();
  const targets = createSchedulerTargets({
    sqs,
    invoke: (functionName, event) => {
      // As Lambda's own asynchronous invocation: nobody waits for its end.
      invoke(functionName, event).catch((error: unknown) =>
        report({ ...toldOf(functionName, clock.now()), event: 'schedule-failed', because: inWords(error) }),
      );
    },
  });
  const scheduler = await startScheduler({
    clock,
    newId: randomUUID,
    targets: {
      ...targets,
      call: async (due) => {
        await begun.promise;
        await targets.call(due);
      },
    },
    report: (called) => report(eventOf(called)),
  });
  createTemplateSchedules(scheduler, template);
  return {
    ...{ clock, endpoint: scheduler.endpoint, idle: scheduler.idle },
    schedules: scheduler.list().map((schedule) => running(scheduler, schedule)),
    begin: begun.resolve,
    nextAtMs: () => {
      const next = scheduler.list().flatMap((schedule) => scheduler.nextAtMs(schedule) ?? []);
      return next.length === 0 ? undefined : Math.min(...next);
    },
    stop: () => scheduler.stop(),
  };
}

function running(scheduler: SchedulerServer, schedule: ReturnType<SchedulerServer['list']>[number]): RunningSchedule {
  const { ScheduleExpression: expression, ScheduleExpressionTimezone: timeZone } = schedule.content;
  const nextAtMs = scheduler.nextAtMs(schedule);
  const next = nextAtMs === undefined ? {} : { nextAt: scheduledTime(nextAtMs) };
  return { name: schedule.name, expression, timeZone, ...next };
}

function eventOf(called: CallReport): ScheduleFiredEvent | ScheduleFailedEvent {
  const { schedule, scheduledAtMs } = called;
  const { Arn } = schedule.content.Target;
  const told = {
    ...{ schedule: schedule.name, scheduledAt: scheduledTime(scheduledAtMs) },
    target: functionNameIn(Arn) ?? queueNameIn(Arn),
  };
  if (called.kind === 'delivered') {
    const targetKind = functionNameIn(Arn) === undefined ? 'queue' : 'function';
    return { event: 'schedule-fired', ...told, targetKind, ...jobOf(called) };
  }
  const again = called.kind === 'retried' ? { triedAgainInSeconds: called.waitSeconds } : {};
  return { event: 'schedule-failed', ...told, because: inWords(called.error), ...again };
}

function toldOf(functionName: string, nowMs: number) {
  return { schedule: functionName, scheduledAt: scheduledTime(nowMs), target: functionName };
}

function jobOf(called: CallReport): { readonly jobId?: string } {
  const read = called.schedule.ticks.isOnce ? readEnvelope(inputOf(called)) : undefined;
  return read?.ok ? { jobId: read.envelope.id } : {};
}

function inWords(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
