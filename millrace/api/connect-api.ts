import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createConsumerLogger } from '../consumer/consumer-logger.ts';
import { describeError } from '../consumer/describe-error.ts';
import type { Catalogue } from '../definition/catalogue.ts';
import { awsHttp } from '../message/aws-http.ts';
import { systemClock } from '../message/clock.ts';
import { createSqsQueues } from '../message/sqs-queues.ts';
import { createSender } from '../producer/create-sender.ts';
import { createDynamoRecordTable } from '../record/dynamo-record-table.ts';
import type { ApiPorts } from './api-ports.ts';
import { readApiEnvironment } from './environment.ts';
import { tablePeers } from './table-peers.ts';

/** The ports of a function that the stack has deployed. */
export function connectApi(catalogue: Catalogue): ApiPorts {
  const { app, stage, tableName } = readApiEnvironment();
  const logger = createConsumerLogger();
  const records = createDynamoRecordTable(new DynamoDBClient({ requestHandler: awsHttp() }), tableName);
  return {
    catalogue,
    sender: createSender({
      app,
      stage,
      queues: createSqsQueues(new SQSClient({ useQueueUrlAsEndpoint: false, requestHandler: awsHttp() })),
      peers: tablePeers(records, systemClock),
      onUnanswered: (queueName, error) =>
        logger.warn('a queue was not looked at: nothing is refused for that', {
          queueName,
          failure: describeError(error),
        }),
    }),
    records,
    clock: systemClock,
    newHex: (bytes) => randomBytes(bytes).toString('hex'),
    logger,
  };
}
