import { isPlainObject } from '../../definition/plain-object.ts';
import { longestDelivery } from '../../definition/schedule-names.ts';
import { SchedulerError } from './scheduler-error.ts';
import type { ScheduleContent, ScheduleTarget } from './stored-schedule.ts';

type Given = Readonly<Record<string, unknown>>;

const LARGEST_INPUT_BYTES = 262_144;
const TARGET = /^arn:[\w-]+:(sqs:[\w-]*:\d*:[\w-]{1,80}(\.fifo)?|lambda:[\w-]*:\d*:function:[\w:-]+)$/;
const STANDARD_QUEUE = /^arn:[\w-]+:sqs:[\w-]*:\d*:[\w-]{1,80}$/;

/**
 * What CreateSchedule or UpdateSchedule asks for, with AWS's defaults.
 * @throws SchedulerError
 */
export function readContent(body: Given): ScheduleContent {
  const { Name: _name, GroupName: _group, ClientToken: _token, ...rest } = body;
  const { ScheduleExpression, ScheduleExpressionTimezone = 'UTC', FlexibleTimeWindow, StartDate, EndDate } = body;
  const { State = 'ENABLED', ActionAfterCompletion = 'NONE' } = body;
  if (typeof ScheduleExpression !== 'string') throw invalid('ScheduleExpression must be given');
  if (typeof ScheduleExpressionTimezone !== 'string') throw invalid('ScheduleExpressionTimezone must be a text');
  if (State !== 'ENABLED' && State !== 'DISABLED') throw invalid('State must be ENABLED or DISABLED');
  if (ActionAfterCompletion !== 'NONE' && ActionAfterCompletion !== 'DELETE')
    throw invalid('ActionAfterCompletion must be NONE or DELETE');
  if (!isWindow(FlexibleTimeWindow)) throw invalid('FlexibleTimeWindow must be OFF, or FLEXIBLE with its minutes');
  return {
    ...rest,
    ...{ ScheduleExpression, ScheduleExpressionTimezone, State, ActionAfterCompletion },
    ...instant('StartDate', StartDate),
    ...instant('EndDate', EndDate),
    Target: readTarget(body.Target),
  };
}

function readTarget(given: unknown): ScheduleTarget {
  if (!isPlainObject(given)) throw invalid('Target must be given');
  const { Arn, RoleArn, Input, DeadLetterConfig, SqsParameters } = given;
  // AWS calls many more services; nothing here would.
  if (typeof Arn !== 'string' || !TARGET.test(Arn)) throw invalid('Target.Arn must be that of a queue or a function');
  if (typeof RoleArn !== 'string' || !RoleArn.startsWith('arn:')) throw invalid('Target.RoleArn must be given');
  if (Input !== undefined && (typeof Input !== 'string' || Buffer.byteLength(Input) > LARGEST_INPUT_BYTES)) {
    throw invalid(`Target.Input must be a text of at most ${LARGEST_INPUT_BYTES} bytes`);
  }
  const dead = isPlainObject(DeadLetterConfig) ? DeadLetterConfig.Arn : undefined;
  if (dead !== undefined && (typeof dead !== 'string' || !STANDARD_QUEUE.test(dead))) {
    throw invalid('Target.DeadLetterConfig.Arn must be that of a standard queue');
  }
  const group = isPlainObject(SqsParameters) ? SqsParameters.MessageGroupId : undefined;
  if ((group !== undefined) !== Arn.endsWith('.fifo')) {
    throw invalid('Target.SqsParameters.MessageGroupId must be given for a FIFO queue, and for no other');
  }
  return {
    ...{ Arn, RoleArn, RetryPolicy: readRetryPolicy(given.RetryPolicy) },
    ...(Input === undefined ? {} : { Input }),
    ...(dead === undefined ? {} : { DeadLetterConfig: { Arn: dead } }),
    ...(group === undefined ? {} : { SqsParameters: { MessageGroupId: String(group) } }),
  };
}

function readRetryPolicy(given: unknown): ScheduleTarget['RetryPolicy'] {
  const policy = isPlainObject(given) ? given : {};
  const { ageSeconds, retries } = longestDelivery;
  const { MaximumEventAgeInSeconds = ageSeconds, MaximumRetryAttempts = retries } = policy;
  if (!isWhole(MaximumEventAgeInSeconds, 60, ageSeconds)) throw invalid('MaximumEventAgeInSeconds must be 60 to 86400');
  if (!isWhole(MaximumRetryAttempts, 0, retries)) throw invalid('MaximumRetryAttempts must be 0 to 185');
  return { MaximumEventAgeInSeconds, MaximumRetryAttempts };
}

function isWindow(given: unknown): boolean {
  if (!isPlainObject(given)) return false;
  const { Mode, MaximumWindowInMinutes: minutes } = given;
  return Mode === 'OFF' ? minutes === undefined : Mode === 'FLEXIBLE' && isWhole(minutes, 1, 1_440);
}

function isWhole(given: unknown, least: number, most: number): given is number {
  return Number.isInteger(given) && Number(given) >= least && Number(given) <= most;
}

function instant(name: 'StartDate' | 'EndDate', given: unknown): { [key in typeof name]?: number } {
  if (given === undefined) return {};
  if (typeof given !== 'number') throw invalid(`${name} must be an instant`);
  return { [name]: given };
}

function invalid(message: string): SchedulerError {
  return new SchedulerError('ValidationException', `${message}.`);
}
