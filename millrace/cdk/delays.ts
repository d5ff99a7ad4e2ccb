import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Aws, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Catalogue } from '../definition/catalogue.ts';
import { queuePairs } from '../definition/queue-pairs.ts';
import { delaysRoleName } from '../definition/schedule-names.ts';
import type { Deployment } from './deployment.ts';
import type { Scheduling } from './scheduling.ts';

/** A delayed job's schedule is named by a hash: no more than those is anybody's to touch. */
const ANY_DELAY = '?'.repeat(64);
const EACH_DELAY = ['scheduler:CreateSchedule', 'scheduler:GetSchedule'];

interface DelaysProps {
  readonly catalogue: Catalogue;
  readonly scheduling: Scheduling;
}

/** What jobs need that are delayed for longer than SQS holds a message back: the role by which their schedules send. */
export class Delays extends Construct {
  private readonly scheduleArn: string;
  private readonly roleArn: string;
  private readonly canDelay: boolean;

  constructor(scope: Construct, id: string, { app, stage }: Deployment, { catalogue, scheduling }: DelaysProps) {
    super(scope, id);
    // The producer knows it by name, in the queue's own account and Region.
    const roleName = delaysRoleName(app, stage.name, Aws.REGION);
    const arn = (service: string, region: string, resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ account: Aws.ACCOUNT_ID, region, service, resource, resourceName });
    this.roleArn = arn('iam', '', 'role', roleName);
    this.scheduleArn = arn('scheduler', Aws.REGION, 'schedule', `${scheduling.groupName}/${ANY_DELAY}`);
    // A FIFO queue takes nothing from EventBridge Scheduler.
    const standard = catalogue.jobs.filter(({ orderedBy }) => orderedBy === undefined);
    const queueNames = standard.flatMap((job) => queuePairs(app, stage.name, job).map(({ source }) => source));
    this.canDelay = queueNames.length > 0;
    if (!this.canDelay) return;
    scheduling.role(this, 'Role', {
      roleName,
      description: `Sends the delayed jobs of ${app} in ${stage.name}`,
      action: 'sqs:SendMessage',
      targetArns: queueNames.map((resource) =>
        Stack.of(this).formatArn({ account: Aws.ACCOUNT_ID, region: Aws.REGION, service: 'sqs', resource }),
      ),
    });
  }

  /** What a producer does with a long delay: it makes a schedule that sends by the role, and looks at one it finds. Nothing where no job can be delayed. */
  get statements(): PolicyStatement[] {
    if (!this.canDelay) return [];
    return [
      new PolicyStatement({ actions: EACH_DELAY, resources: [this.scheduleArn] }),
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      }),
    ];
  }

  grantDelay(grantee: IGrantable): void {
    for (const statement of this.statements) grantee.grantPrincipal.addToPrincipalPolicy(statement);
  }

  /** Lets someone find a delayed job, and take it away. */
  grantCancel(grantee: IGrantable): void {
    const actions = ['scheduler:GetSchedule', 'scheduler:DeleteSchedule'];
    grantee.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [this.scheduleArn] }));
  }
}
