import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { DEAD_INDEX, UNSENT_INDEX } from '../../millrace/definition/job-stem.ts';

/** The request that makes a table of records as the stack's template has it. */
export const createRecordsTable = (TableName: string) =>
  new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'id', AttributeType: 'S' },
      { AttributeName: 'dead_partition', AttributeType: 'S' },
      { AttributeName: 'dead_at', AttributeType: 'S' },
      { AttributeName: 'unsent_partition', AttributeType: 'S' },
      { AttributeName: 'unsent', AttributeType: 'S' },
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
      {
        IndexName: UNSENT_INDEX,
        KeySchema: [
          { AttributeName: 'unsent_partition', KeyType: 'HASH' },
          { AttributeName: 'unsent', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  });
