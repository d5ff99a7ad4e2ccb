import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { LocalRunError } from './local-run-error.ts';
import { localAccount } from './template/local-account.ts';

export interface ServiceClients {
  readonly sqs: SQSClient;
  readonly dynamodb: DynamoDBClient;
  destroy(): void;
}

const REACHABLE_WITHIN_MS = 5000;

/** SDK clients of these endpoints, with the local credentials. */
export function serviceClients(endpoints: { readonly sqs: string; readonly dynamodb: string }): ServiceClients {
  const common = { region: localAccount.region, credentials: localAccount };
  // A queue's URL may name a host that is reached at the endpoint only.
  const sqs = new SQSClient({ ...common, endpoint: endpoints.sqs, useQueueUrlAsEndpoint: false });
  const dynamodb = new DynamoDBClient({ ...common, endpoint: endpoints.dynamodb });
  return {
    sqs,
    dynamodb,
    destroy: () => {
      sqs.destroy();
      dynamodb.destroy();
    },
  };
}

/** @throws LocalRunError with what to do, where one of them does not answer. */
export async function checkReachable(
  { sqs, dynamodb }: ServiceClients,
  endpoints: { readonly sqs: string; readonly dynamodb: string },
): Promise<void> {
  const options = () => ({ abortSignal: AbortSignal.timeout(REACHABLE_WITHIN_MS) });
  await Promise.all([
    explain('SQS', endpoints.sqs, sqs.send(new ListQueuesCommand({ MaxResults: 1 }), options())),
    explain('DynamoDB', endpoints.dynamodb, dynamodb.send(new ListTablesCommand({ Limit: 1 }), options())),
  ]);
}

async function explain(service: string, endpoint: string, call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const cause = error instanceof Error ? error.message || error.name : String(error);
    throw new LocalRunError(
      `${service} does not answer at ${endpoint}: ${cause}\n` +
        `Start it there, or unset AWS_ENDPOINT_URL_${service.toUpperCase()} (and AWS_ENDPOINT_URL) to use the embedded engine.`,
      { cause: error },
    );
  }
}
