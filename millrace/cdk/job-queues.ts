import { type IGrantable, type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import { Aws, Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { awsLimits } from '../definition/aws-limits.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { deadLetterQueueName, queueName } from '../definition/job-stem.ts';
import { DEAD_LETTER_RETENTION_SECONDS } from '../definition/timing.ts';
import { MAX_MESSAGE_BYTES } from '../definition/wire-limits.ts';
import { acknowledge } from './acknowledge.ts';
import { type Deployment, removalPolicy } from './deployment.ts';

/** What a producer does: it finds a queue by name, and sends. */
export const enqueueActions = ['sqs:SendMessage', 'sqs:GetQueueUrl'];

/** Also where the stack is given its account and Region: the local run has its own. */
const ofDeployer = { account: Aws.ACCOUNT_ID, region: Aws.REGION };

/**
 * A job's queue and its dead-letter queue.
 * Their names are fixed, because producers and operators find them by name. So SQS's 60 s between deleting a queue
 * and taking its name again apply to whoever deletes a stack and deploys it anew (docs/runbooks/deploy.md).
 */
export class JobQueues extends Construct {
  readonly source: Queue;
  readonly deadLetter: Queue;

  constructor(scope: Construct, id: string, deployment: Deployment, job: JobDefinition) {
    super(scope, id);
    const { app, stage } = deployment;
    const sourceName = queueName(app, stage.name, job.type);
    const common = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: removalPolicy(stage),
    };
    // By name: a reference would close a circle, since the source names its dead-letter queue.
    const sourceArn = Stack.of(this).formatArn({ ...ofDeployer, service: 'sqs', resource: sourceName });
    this.deadLetter = new Queue(this, 'DeadLetterQueue', {
      ...common,
      queueName: deadLetterQueueName(app, stage.name, job.type),
      // All that SQS allows: a message of another sender may leave no room for the marks of its death.
      maxMessageSizeBytes: awsLimits.messageBytes.most,
      retentionPeriod: Duration.seconds(DEAD_LETTER_RETENTION_SECONDS),
      redriveAllowPolicy: {
        redrivePermission: RedrivePermission.BY_QUEUE,
        sourceQueues: [Queue.fromQueueArn(this, 'SourceByName', sourceArn)],
      },
    });
    acknowledge(this.deadLetter, {
      'Serverless::Serverless-SQSRedrivePolicy': 'This is the dead-letter queue: nothing leaves it but by a person.',
    });
    this.source = new Queue(this, 'Queue', {
      ...common,
      queueName: sourceName,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
      retentionPeriod: Duration.seconds(job.timing.retentionSeconds),
      visibilityTimeout: Duration.seconds(job.timing.visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetter, maxReceiveCount: job.timing.maxReceiveCount },
    });
  }

  /** Lets someone send this job, and find its queue by name. */
  grantEnqueue(grantee: IGrantable): void {
    this.source.grants.actions(grantee, enqueueActions);
  }

  /** The rights of the job's own consumer: work its queue off, park in its dead-letter queue. */
  grantConsume(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
        resources: [this.source.queueArn],
      }),
    );
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.deadLetter.queueArn] }),
    );
  }
}
