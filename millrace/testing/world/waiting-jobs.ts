import { scheduledTime } from '../../local/scheduler/due-call.ts';
import type { SchedulerServer } from '../../local/scheduler/start-scheduler.ts';
import type { WaitingJob } from './world.ts';

/** The one-time schedules of a scheduler: their descriptions are the jobs' ids. */
export function waitingJobs(scheduler: Pick<SchedulerServer, 'list' | 'nextAtMs'>): WaitingJob[] {
  return scheduler
    .list()
    .filter(({ ticks }) => ticks.isOnce)
    .map((schedule) => ({
      jobId: String(schedule.content.Description),
      dueAt: scheduledTime(scheduler.nextAtMs(schedule) ?? 0),
    }));
}
