import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { consumerFile } from '../definition/consumer-file.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { awsHttp } from '../message/aws-http.ts';
import { systemClock } from '../message/clock.ts';
import { createSqsQueues } from '../message/sqs-queues.ts';
import { createDynamoRecordTable } from '../record/dynamo-record-table.ts';
import { createConsumerLogger } from './consumer-logger.ts';
import { createConsumer, type SqsHandler } from './create-consumer.ts';
import { readEnvironment } from './environment.ts';
import type { Work } from './work.ts';

/** A job's Lambda handler; it also tells which job it does, and with what work. */
export interface Consumer<Job extends JobDefinition = JobDefinition> {
  (event: SQSEvent, context: Context): Promise<SQSBatchResponse>;
  readonly job: Job;
  readonly work: Work<Job>;
}

/** Makes the Lambda handler of a job: claims, runs, settles and explains each delivery. */
export function consume<Job extends JobDefinition>(job: Job, work: Work<Job>): Consumer<Job> {
  let consumer: SqsHandler | undefined;
  const handler = (event: SQSEvent, context: Context) => {
    consumer ??= connect(job, work);
    return consumer(event, context);
  };
  return Object.assign(handler, { job, work });
}

function connect<Job extends JobDefinition>(job: Job, work: Work<Job>): SqsHandler {
  const { jobType, tableName, ...settings } = readEnvironment();
  // Else it would take every job of its queues for one of an unknown type, and each would be dead at once.
  if (job.type !== jobType) {
    throw new Error(`${consumerFile(jobType)} runs ${job.type}; it must name ${jobType}`);
  }
  // The pipeline parses each payload with this job's schema before it calls this job's work.
  return createConsumer(job, work as unknown as Work, settings, {
    clock: systemClock,
    queues: createSqsQueues(new SQSClient({ useQueueUrlAsEndpoint: false, requestHandler: awsHttp() })),
    records: createDynamoRecordTable(new DynamoDBClient({ requestHandler: awsHttp() }), tableName),
    logger: createConsumerLogger(),
    random: Math.random,
    newId: randomUUID,
  });
}
