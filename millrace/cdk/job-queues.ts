import { type IGrantable, type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { JobDefinition } from '../definition/job-definition.ts';
import { queuePairs } from '../definition/queue-pairs.ts';
import type { Deployment } from './deployment.ts';
import { createJobQueuePair, type JobQueuePair } from './job-queue-pair.ts';
import { ofPriority } from './of-priority.ts';

/** What a producer does: it finds a queue by name, looks how full it is, and sends. */
export const enqueueActions = ['sqs:SendMessage', 'sqs:GetQueueUrl', 'sqs:GetQueueAttributes'];

/** A job's queues with their dead-letter queues: one pair, or one for each priority. */
export class JobQueues extends Construct {
  readonly pairs: readonly JobQueuePair[];
  /** A FIFO queue takes nothing from EventBridge Scheduler. */
  readonly canDelay: boolean;

  constructor(scope: Construct, id: string, { app, stage }: Deployment, job: JobDefinition) {
    super(scope, id);
    this.canDelay = job.orderedBy === undefined;
    this.pairs = queuePairs(app, stage.name, job).map((names) =>
      createJobQueuePair(ofPriority(this, names.priority), stage, job, names),
    );
  }

  get sourceArns(): readonly string[] {
    return this.pairs.map(({ source }) => source.queueArn);
  }

  /** The queue of a priority; the only one where the job has none. */
  ofPriority(priority: string | undefined): Queue {
    const pair = this.pairs.find((one) => one.priority === priority);
    if (!pair) throw new Error(`no queue of priority ${priority} among ${this.pairs.map((one) => one.priority)}`);
    return pair.source;
  }

  /** Lets someone send this job, and find its queues by name. */
  grantEnqueue(grantee: IGrantable): void {
    for (const { source } of this.pairs) source.grants.actions(grantee, enqueueActions);
  }

  /** The rights of the job's own consumer: work its queues off, park in their dead-letter queues. */
  grantConsume(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
        resources: [...this.sourceArns],
      }),
    );
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        resources: this.pairs.map(({ deadLetter }) => deadLetter.queueArn),
      }),
    );
  }
}
