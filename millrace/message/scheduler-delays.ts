import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  type SchedulerClientConfig,
} from '@aws-sdk/client-scheduler';
import {
  delaysRoleName,
  longestDelivery,
  scheduleDeadLetterQueueName,
  scheduleGroupName,
} from '../definition/schedule-names.ts';
import { SCHEDULER_KEYWORD } from '../definition/slot.ts';
import { awsHttp } from './aws-http.ts';
import { type DelayedJobs, type DelayedMessage, delayName } from './delayed-jobs.ts';

interface Deployment {
  readonly app: string;
  readonly stage: string;
}

/** `settings`: where the SDK does not find them by itself, as in a function. */
export function connectSchedulerDelays(deployment: Deployment, settings: SchedulerClientConfig = {}): DelayedJobs {
  return createSchedulerDelays(new SchedulerClient({ requestHandler: awsHttp(), ...settings }), deployment);
}

/** One-time schedules in the deployment's group: each sends its message to its queue, and is gone. */
export function createSchedulerDelays(client: SchedulerClient, { app, stage }: Deployment): DelayedJobs {
  const GroupName = scheduleGroupName(app, stage);
  return {
    async create({ jobId, queueArn, body, dueAtMs }) {
      try {
        await client.send(
          new CreateScheduleCommand({
            ...{ Name: delayName(jobId), GroupName, Description: jobId.slice(0, MOST_DESCRIPTION) },
            ...{ ScheduleExpression: atExpression(dueAtMs), ScheduleExpressionTimezone: 'UTC' },
            FlexibleTimeWindow: { Mode: 'OFF' },
            ActionAfterCompletion: 'DELETE',
            Target: { ...targetOf(queueArn, { app, stage }), Arn: queueArn, Input: inputOf(body) },
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof ConflictException) return false;
        throw error;
      }
    },
    async find(jobId) {
      const found = await orNone(client.send(new GetScheduleCommand({ Name: delayName(jobId), GroupName })));
      const dueAtMs = Date.parse(`${found?.ScheduleExpression?.slice('at('.length, -1)}Z`);
      const body = found?.Target?.Input;
      return body === undefined || Number.isNaN(dueAtMs) ? undefined : { body, dueAtMs };
    },
    async delete(jobId) {
      await orNone(client.send(new DeleteScheduleCommand({ Name: delayName(jobId), GroupName })));
    },
  };
}

/** CreateSchedule, `Description`. */
const MOST_DESCRIPTION = 512;

/** As the stack names them, in the queue's own account and Region. */
function targetOf(queueArn: string, { app, stage }: Deployment) {
  const [arn, partition, , region = '', account] = queueArn.split(':');
  const deadLetters = scheduleDeadLetterQueueName(scheduleGroupName(app, stage));
  return {
    RoleArn: [arn, partition, 'iam', '', account, `role/${delaysRoleName(app, stage, region)}`].join(':'),
    DeadLetterConfig: { Arn: [arn, partition, 'sqs', region, account, deadLetters].join(':') },
    RetryPolicy: {
      MaximumEventAgeInSeconds: longestDelivery.ageSeconds,
      MaximumRetryAttempts: longestDelivery.retries,
    },
  };
}

function atExpression(dueAtMs: DelayedMessage['dueAtMs']): string {
  return `at(${new Date(dueAtMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)})`;
}

/** Scheduler replaces its keywords wherever they stand. In JSON `<` can only be part of a text, where it may be escaped. */
function inputOf(body: string): string {
  return body.replaceAll(SCHEDULER_KEYWORD, `\\u003c${SCHEDULER_KEYWORD.slice(1)}`);
}

async function orNone<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
