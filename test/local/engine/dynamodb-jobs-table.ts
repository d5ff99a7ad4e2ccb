import {
  type AttributeValue,
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { startEngine } from '../../../millrace/local/engine/start-engine.ts';
import { createVirtualClock } from '../../../millrace/message/clock.ts';

export type Item = Record<string, AttributeValue>;

export const jobsTable = (TableName: string): CreateTableCommandInput => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'id', AttributeType: 'S' },
    { AttributeName: 'status', AttributeType: 'S' },
    { AttributeName: 'due_at', AttributeType: 'N' },
  ],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-status',
      KeySchema: [
        { AttributeName: 'status', KeyType: 'HASH' },
        { AttributeName: 'due_at', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
});

/** An engine of its own with a table `jobs`, spoken to through the real SDK. */
export async function startJobsTable() {
  const clock = createVirtualClock();
  const engine = await startEngine({ clock });
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: engine.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  await client.send(new CreateTableCommand(jobsTable('jobs')));
  return {
    clock,
    engine,
    client,
    put: (item: Item, options: Partial<PutItemCommandInput> = {}) =>
      client.send(new PutItemCommand({ TableName: 'jobs', Item: item, ...options })),
    get: async (id: string) => {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: 'jobs', Key: { id: { S: id } }, ConsistentRead: true }),
      );
      return Item;
    },
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}
