import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startEngine } from '../../millrace/local/engine/start-engine.ts';
import { createDynamoRecordTable } from '../../millrace/record/dynamo-record-table.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { createRecordsTable } from './create-records-table.ts';

/** The two tables that must give the same answers: in memory, and in DynamoDB through the real SDK. */
export async function startRecordTables() {
  const engine = await startEngine();
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: engine.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  await client.send(createRecordsTable('jobs'));
  return {
    memory: createMemoryRecordTable(),
    dynamo: createDynamoRecordTable(client, 'jobs'),
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}
