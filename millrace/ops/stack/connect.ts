import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { awsHttp } from '../../message/aws-http.ts';
import { lazyDelays } from '../../message/lazy-delays.ts';
import { createSqsQueues } from '../../message/sqs-queues.ts';
import { createDynamoRecordTable } from '../../record/dynamo-record-table.ts';
import type { Stack } from './stack.ts';

export interface Connection {
  readonly app: string;
  readonly stage: string;
  readonly tableName: string;
  readonly region?: string | undefined;
  readonly profile?: string | undefined;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Absent: where the SDK finds them by itself. */
  readonly sqsEndpoint?: string;
  readonly dynamodbEndpoint?: string;
  readonly schedulerEndpoint?: string;
}

/** A person waits: a call that is not answered fails while they still look. */
const http = awsHttp({ connectionTimeoutMs: 3_000, requestTimeoutMs: 30_000 });

export function connect(connection: Connection): Pick<Stack, 'queues' | 'records' | 'delays' | 'close'> {
  const { app, stage, tableName, region, profile, credentials } = connection;
  const { sqsEndpoint, dynamodbEndpoint, schedulerEndpoint } = connection;
  const common = {
    requestHandler: http,
    ...(region === undefined ? {} : { region }),
    ...(profile === undefined ? {} : { profile }),
    ...(credentials === undefined ? {} : { credentials }),
  };
  const at = (endpoint: string | undefined) => (endpoint === undefined ? {} : { endpoint });
  const sqs = new SQSClient({ ...common, ...at(sqsEndpoint), useQueueUrlAsEndpoint: false });
  const dynamodb = new DynamoDBClient({ ...common, ...at(dynamodbEndpoint) });
  return {
    queues: createSqsQueues(sqs),
    records: createDynamoRecordTable(dynamodb, tableName),
    delays: lazyDelays(async () => {
      const { connectSchedulerDelays } = await import('../../message/scheduler-delays.ts');
      return connectSchedulerDelays({ app, stage }, { ...common, ...at(schedulerEndpoint) });
    }),
    close: () => {
      sqs.destroy();
      dynamodb.destroy();
    },
  };
}
