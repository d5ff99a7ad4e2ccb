import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startEngine } from '../../millrace/local/engine/start-engine.ts';
import { DEAD_INDEX } from '../../millrace/record/dead-index.ts';
import { createDynamoRecordTable } from '../../millrace/record/dynamo-record-table.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';

/** The two tables that must give the same answers: in memory, and in DynamoDB through the real SDK. */
export async function startRecordTables() {
  const engine = await startEngine();
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: engine.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  await client.send(
    new CreateTableCommand({
      TableName: 'jobs',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'id', AttributeType: 'S' },
        { AttributeName: 'dead_partition', AttributeType: 'S' },
        { AttributeName: 'dead_at', AttributeType: 'S' },
      ],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: DEAD_INDEX,
          KeySchema: [
            { AttributeName: 'dead_partition', KeyType: 'HASH' },
            { AttributeName: 'dead_at', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
  return {
    memory: createMemoryRecordTable(),
    dynamo: createDynamoRecordTable(client, 'jobs'),
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}
