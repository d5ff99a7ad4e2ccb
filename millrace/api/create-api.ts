import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createConsumerLogger } from '../consumer/consumer-logger.ts';
import type { Catalogue } from '../definition/catalogue.ts';
import { awsHttp } from '../message/aws-http.ts';
import { systemClock } from '../message/clock.ts';
import { createSqsQueues } from '../message/sqs-queues.ts';
import { createSender } from '../producer/create-sender.ts';
import { createDynamoRecordTable } from '../record/dynamo-record-table.ts';
import type { ApiPorts } from './api-ports.ts';
import { readApiEnvironment } from './environment.ts';
import { getJob } from './get-job.ts';
import { postJob } from './post-job.ts';
import { problemResponse } from './problem.ts';

export type ApiHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

const ROUTES: Readonly<Record<string, (ports: ApiPorts, event: APIGatewayProxyEventV2) => ReturnType<ApiHandler>>> = {
  'POST /jobs/{type}': postJob,
  'GET /jobs/{id}': getJob,
};

/** The HTTP API's Lambda handler, over ports where a test gives them. */
export function createApi({
  catalogue,
  ports,
}: {
  readonly catalogue: Catalogue;
  readonly ports?: ApiPorts;
}): ApiHandler {
  let connected = ports;
  return async (event) => {
    connected ??= connect(catalogue);
    const route = ROUTES[event.routeKey];
    if (route) return route(connected, event);
    return problemResponse({ status: 404, title: 'No such route', detail: Object.keys(ROUTES).join(' · ') });
  };
}

function connect(catalogue: Catalogue): ApiPorts {
  const { app, stage, tableName } = readApiEnvironment();
  const logger = createConsumerLogger();
  return {
    catalogue,
    sender: createSender({
      app,
      stage,
      queues: createSqsQueues(new SQSClient({ useQueueUrlAsEndpoint: false, requestHandler: awsHttp() })),
    }),
    records: createDynamoRecordTable(new DynamoDBClient({ requestHandler: awsHttp() }), tableName),
    clock: systemClock,
    log: (message, extra) => logger.error(message, extra),
  };
}
