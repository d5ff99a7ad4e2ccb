import type { StoredSchedule } from './stored-schedule.ts';

/** One call of a schedule's target, due at one of its ticks. */
export interface DueCall {
  readonly schedule: StoredSchedule;
  readonly scheduledAtMs: number;
  readonly executionId: string;
  /** From 1. */
  readonly attempt: number;
}

/** As EventBridge Scheduler writes an instant: without milliseconds. */
export function scheduledTime(instantMs: number): string {
  return new Date(instantMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** What the target is sent: the schedule's input, with its context in place. */
export function inputOf({ schedule, scheduledAtMs, executionId, attempt }: DueCall): string {
  const { arn, content } = schedule;
  const time = scheduledTime(scheduledAtMs);
  const context: Readonly<Record<string, string>> = {
    'schedule-arn': arn,
    'scheduled-time': time,
    'execution-id': executionId,
    'attempt-number': String(attempt),
  };
  const input =
    content.Target.Input ?? JSON.stringify({ source: 'aws.scheduler', time, resources: [arn], detail: '{}' });
  return input.replace(/<aws\.scheduler\.([a-z-]+)>/g, (whole, name: string) => context[name] ?? whole);
}
