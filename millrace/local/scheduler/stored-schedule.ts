import type { Ticks } from './ticks.ts';

/** What is called, and what becomes of a call that fails; the API's own names. */
export interface ScheduleTarget {
  readonly Arn: string;
  readonly RoleArn: string;
  readonly Input?: string;
  readonly RetryPolicy: { readonly MaximumEventAgeInSeconds: number; readonly MaximumRetryAttempts: number };
  readonly DeadLetterConfig?: { readonly Arn?: string };
  readonly SqsParameters?: { readonly MessageGroupId?: string };
}

/** What CreateSchedule and UpdateSchedule were asked for, with the defaults filled in; the API's own names. */
export interface ScheduleContent {
  readonly ScheduleExpression: string;
  readonly ScheduleExpressionTimezone: string;
  readonly State: 'ENABLED' | 'DISABLED';
  readonly ActionAfterCompletion: 'NONE' | 'DELETE';
  readonly Target: ScheduleTarget;
  /** Epoch seconds. */
  readonly StartDate?: number;
  readonly EndDate?: number;
  readonly [field: string]: unknown;
}

export interface StoredSchedule {
  readonly name: string;
  readonly groupName: string;
  readonly arn: string;
  readonly clientToken: string | undefined;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly content: ScheduleContent;
  readonly ticks: Ticks;
}
