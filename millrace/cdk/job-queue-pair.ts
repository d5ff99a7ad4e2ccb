import {
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
  RedrivePermission,
} from 'aws-cdk-lib/aws-sqs';
import { Aws, Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { awsLimits } from '../definition/aws-limits.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import type { QueuePair } from '../definition/queue-pairs.ts';
import { DEAD_LETTER_RETENTION_SECONDS } from '../definition/timing.ts';
import { MAX_MESSAGE_BYTES } from '../definition/wire-limits.ts';
import { acknowledge } from './acknowledge.ts';
import { removalPolicy } from './deployment.ts';
import type { Stage } from './stage.ts';

/** Also where the stack is given its account and Region: the local run has its own. */
const ofDeployer = { account: Aws.ACCOUNT_ID, region: Aws.REGION };

/** A queue of a job with its dead-letter queue, as resources. */
export interface JobQueuePair {
  readonly priority: string | undefined;
  readonly source: Queue;
  readonly deadLetter: Queue;
}

/**
 * Makes both queues in `scope`. Their names are fixed, because producers and operators find them by name. So SQS's
 * 60 s between deleting a queue and taking its name again apply to whoever deletes a stack and deploys it anew
 * (docs/runbooks/deploy.md).
 */
export function createJobQueuePair(scope: Construct, stage: Stage, job: JobDefinition, names: QueuePair): JobQueuePair {
  const common = {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    removalPolicy: removalPolicy(stage),
    ...(job.orderedBy === undefined ? {} : fifo),
  };
  // By name: a reference would close a circle, since the source names its dead-letter queue.
  const sourceArn = Stack.of(scope).formatArn({ ...ofDeployer, service: 'sqs', resource: names.source });
  const deadLetter = new Queue(scope, 'DeadLetterQueue', {
    ...common,
    queueName: names.deadLetter,
    // All that SQS allows: a message of another sender may leave no room for the marks of its death.
    maxMessageSizeBytes: awsLimits.messageBytes.most,
    retentionPeriod: Duration.seconds(DEAD_LETTER_RETENTION_SECONDS),
    redriveAllowPolicy: {
      redrivePermission: RedrivePermission.BY_QUEUE,
      sourceQueues: [Queue.fromQueueArn(scope, 'SourceByName', sourceArn)],
    },
  });
  acknowledge(deadLetter, {
    'Serverless::Serverless-SQSRedrivePolicy': 'This is the dead-letter queue: nothing leaves it but by a person.',
  });
  const source = new Queue(scope, 'Queue', {
    ...common,
    queueName: names.source,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    retentionPeriod: Duration.seconds(job.timing.retentionSeconds),
    visibilityTimeout: Duration.seconds(job.timing.visibilitySeconds),
    deadLetterQueue: { queue: deadLetter, maxReceiveCount: job.timing.maxReceiveCount },
  });
  return { priority: names.priority, source, deadLetter };
}

/** High throughput needs both; deduplication by content would swallow a copy that differs in its attributes only. */
const fifo = {
  fifo: true,
  contentBasedDeduplication: false,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
};
