import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { JobDefinition } from '../definition/job-definition.ts';
import { acknowledge } from './acknowledge.ts';
import type { Bundle } from './bundle.ts';
import { BundledFunction } from './bundled-function.ts';
import type { Deployment } from './deployment.ts';
import type { JobQueuePair } from './job-queue-pair.ts';
import type { JobQueues } from './job-queues.ts';
import type { JobsTable } from './jobs-table.ts';
import { ofPriority } from './of-priority.ts';

interface JobFunctionProps {
  readonly job: JobDefinition;
  readonly bundle: Bundle;
  readonly queues: JobQueues;
  readonly records: JobsTable;
}

/** A job's consumer and the mappings that feed it, one for each of its queues. */
export class JobFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, deployment: Deployment, props: JobFunctionProps) {
    super(scope, id);
    const { job, queues } = props;
    const consumer = new BundledFunction(this, 'Consumer', deployment, {
      bundle: props.bundle,
      service: job.type,
      description: `Runs ${job.type} jobs`,
      memoryMb: job.memoryMb,
      timeoutSeconds: job.timing.functionTimeoutSeconds,
      environment: {
        MILLRACE_JOB_TYPE: job.type,
        MILLRACE_QUEUE_URLS: queues.pairs.map(({ source }) => source.queueUrl).join(' '),
        MILLRACE_DEAD_LETTER_QUEUE_URLS: queues.pairs.map(({ deadLetter }) => deadLetter.queueUrl).join(' '),
      },
    });
    this.lambda = consumer.lambda;
    queues.grantConsume(consumer.role);
    props.records.grantOwnRecords(consumer.role, job);
    for (const pair of queues.pairs) this.addMapping(job, pair);
  }

  private addMapping({ timing, orderedBy }: JobDefinition, { priority, source }: JobQueuePair): void {
    const mapping = new EventSourceMapping(ofPriority(this, priority), 'EventSource', {
      target: this.lambda,
      eventSourceArn: source.queueArn,
      enabled: true,
      batchSize: timing.batchSize,
      // Lambda refuses the field, 0 too, where the source is a FIFO queue.
      ...(orderedBy === undefined ? { maxBatchingWindow: Duration.seconds(timing.batchWindowSeconds) } : {}),
      maxConcurrency: timing.maximumConcurrency,
      reportBatchItemFailures: true,
    });
    acknowledge(mapping, {
      'Serverless::Serverless-LambdaEventSourceMappingDestination':
        'Lambda offers this for streams. What fails here returns to its queue, and from there to its dead-letter queue.',
    });
  }
}
