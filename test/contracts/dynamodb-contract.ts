import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { openEngine } from './engine-under-test.ts';
import { createDynamoDbClient, createItemCalls } from './item-calls.ts';
import { jobsTable } from './jobs-table.ts';

/** DynamoDB under contract with a table of jobs, spoken to through the real SDK. */
export async function openJobsTable() {
  const { endpoint, time, stop } = await openEngine('dynamodb');
  const client = createDynamoDbClient(endpoint, 'us-east-1');
  const prefix = `contract-${randomUUID().slice(0, 8)}`;
  let names = 0;
  const describeTable = async (TableName: string) =>
    (await client.send(new DescribeTableCommand({ TableName }))).Table ?? expect.fail('no table');
  /** Comes back once the table takes items. */
  const createTable = async (definition: CreateTableCommandInput) => {
    await client.send(new CreateTableCommand(definition));
    const { TableName } = definition;
    await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1, maxDelay: 1 }, { TableName });
  };
  const table = `${prefix}-jobs`;
  await createTable(jobsTable(table));
  return {
    ...createItemCalls(client, table),
    ...time,
    endpoint,
    table,
    /** A name for a table that no earlier run has left behind. */
    unusedName: () => `${prefix}-${++names}`,
    createTable,
    describeTable,
    stop: () => {
      client.destroy();
      return stop();
    },
  };
}
