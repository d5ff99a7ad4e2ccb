import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { JobDefinition } from '../definition/job-definition.ts';
import { acknowledge } from './acknowledge.ts';
import type { Bundle } from './bundle.ts';
import { BundledFunction } from './bundled-function.ts';
import type { Deployment } from './deployment.ts';
import type { JobQueues } from './job-queues.ts';
import type { JobsTable } from './jobs-table.ts';

interface JobFunctionProps {
  readonly job: JobDefinition;
  readonly bundle: Bundle;
  readonly queues: JobQueues;
  readonly records: JobsTable;
}

/** A job's consumer and the mapping that feeds it from the job's queue. */
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
        MILLRACE_QUEUE_URL: queues.source.queueUrl,
        MILLRACE_DEAD_LETTER_QUEUE_URL: queues.deadLetter.queueUrl,
      },
    });
    this.lambda = consumer.lambda;
    queues.grantConsume(consumer.role);
    props.records.grantOwnRecords(consumer.role, job.type);
    const mapping = new EventSourceMapping(this, 'EventSource', {
      target: this.lambda,
      eventSourceArn: queues.source.queueArn,
      enabled: true,
      batchSize: job.timing.batchSize,
      maxBatchingWindow: Duration.seconds(job.batchWindowSeconds),
      maxConcurrency: job.timing.maximumConcurrency,
      reportBatchItemFailures: true,
    });
    acknowledge(mapping, {
      'Serverless::Serverless-LambdaEventSourceMappingDestination':
        'Lambda offers this for streams. What fails here returns to its queue, and from there to its dead-letter queue.',
    });
  }
}
