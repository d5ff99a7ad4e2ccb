import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { awsHttp } from '../../message/aws-http.ts';
import { createSqsQueues } from '../../message/sqs-queues.ts';
import { createDynamoRecordTable } from '../../record/dynamo-record-table.ts';
import type { Stack } from './stack.ts';

export interface Connection {
  readonly tableName: string;
  readonly region?: string | undefined;
  readonly profile?: string | undefined;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Absent: where the SDK finds them by itself. */
  readonly sqsEndpoint?: string;
  readonly dynamodbEndpoint?: string;
}

/** A person waits: a call that is not answered fails while they still look. */
const http = awsHttp({ connectionTimeoutMs: 3_000, requestTimeoutMs: 30_000 });

export function connect(connection: Connection): Pick<Stack, 'queues' | 'records' | 'close'> {
  const { tableName, region, profile, credentials, sqsEndpoint, dynamodbEndpoint } = connection;
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
    close: () => {
      sqs.destroy();
      dynamodb.destroy();
    },
  };
}
