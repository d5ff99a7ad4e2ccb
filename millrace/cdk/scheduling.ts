import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Aws, Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { scheduleDeadLetterQueueName, scheduleGroupName } from '../definition/schedule-names.ts';
import { DEAD_LETTER_RETENTION_SECONDS } from '../definition/timing.ts';
import { acknowledge } from './acknowledge.ts';
import { runbookPath, schedulesAlarm, schedulesAlarmName } from './alarm-kinds.ts';
import { type Deployment, removalPolicy } from './deployment.ts';
import { queueAlarm } from './queue-alarm.ts';

interface ScheduleRoleProps {
  /** Default: CloudFormation makes one up. */
  readonly roleName?: string;
  readonly description: string;
  /** What it may do to the schedules' target, and to nothing else. */
  readonly action: string;
  readonly targetArns: readonly string[];
}

/** What all schedules of a deployment share: their group, the queue of what could not be delivered, and its alarm. */
export class Scheduling extends Construct {
  readonly groupName: string;
  readonly deadLetterArn: string;
  private readonly group: CfnScheduleGroup;

  constructor(scope: Construct, id: string, deployment: Deployment, { topic }: { readonly topic: ITopic }) {
    super(scope, id);
    const { app, stage } = deployment;
    this.groupName = scheduleGroupName(app, stage.name);
    // One-time schedules are made at run time: with the group, the delayed jobs would be gone.
    this.group = new CfnScheduleGroup(this, 'Group', { name: this.groupName });
    this.group.applyRemovalPolicy(removalPolicy(stage));
    const queueName = scheduleDeadLetterQueueName(this.groupName);
    const deadLetter = new Queue(this, 'DeadLetterQueue', {
      queueName,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.seconds(DEAD_LETTER_RETENTION_SECONDS),
      removalPolicy: removalPolicy(stage),
    });
    acknowledge(deadLetter, {
      'Serverless::Serverless-SQSRedrivePolicy': 'This is a dead-letter queue: nothing leaves it but by a person.',
      'AwsSolutions-SQS3': 'This is a dead-letter queue itself.',
    });
    this.deadLetterArn = deadLetter.queueArn;
    this.addAlarm(deployment, queueName, topic);
  }

  /** A role that only schedules of this group can take. */
  role(scope: Construct, id: string, { action, targetArns, ...names }: ScheduleRoleProps): Role {
    const groupArn = Stack.of(this).formatArn({
      ...{ account: Aws.ACCOUNT_ID, region: Aws.REGION },
      ...{ service: 'scheduler', resource: 'schedule-group', resourceName: this.groupName },
    });
    const role = new Role(scope, id, {
      ...names,
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': groupArn } },
      }),
    });
    role.addToPrincipalPolicy(new PolicyStatement({ actions: [action], resources: [...targetArns] }));
    role.addToPrincipalPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.deadLetterArn] }));
    return role;
  }

  private addAlarm({ app, stage, runbookUrl }: Deployment, queueName: string, topic: ITopic): void {
    queueAlarm(this, 'Alarm', {
      alarmName: schedulesAlarmName(app, stage.name),
      alarmDescription: `Schedules of ${app} in ${stage.name}: ${schedulesAlarm.meaning}. Runbook: ${runbookPath(schedulesAlarm, runbookUrl)}`,
      ...{ queueName, metricName: 'ApproximateNumberOfMessagesVisible', threshold: 1, minutes: 1, topic },
    });
  }
}
