import type { Role } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { longestDelivery } from '../definition/schedule-names.ts';
import type { Scheduling } from './scheduling.ts';

interface RecurringScheduleProps {
  readonly name: string;
  readonly description: string;
  readonly expression: string;
  readonly timeZone: string;
  readonly targetArn: string;
  readonly role: Role;
  readonly input: string;
}

/** One schedule in the deployment's group, with the retries and the dead-letter queue that all have. */
export function recurringSchedule(
  scope: Construct,
  id: string,
  scheduling: Scheduling,
  props: RecurringScheduleProps,
): CfnSchedule {
  const schedule = new CfnSchedule(scope, id, {
    name: props.name,
    groupName: scheduling.groupName,
    description: props.description,
    state: 'ENABLED',
    scheduleExpression: props.expression,
    scheduleExpressionTimezone: props.timeZone,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: props.targetArn,
      roleArn: props.role.roleArn,
      input: props.input,
      retryPolicy: {
        maximumEventAgeInSeconds: longestDelivery.ageSeconds,
        maximumRetryAttempts: longestDelivery.retries,
      },
      deadLetterConfig: { arn: scheduling.deadLetterArn },
    },
  });
  // A schedule that fires before the role has its rights would land in the dead-letter queue.
  schedule.node.addDependency(scheduling, props.role);
  return schedule;
}
