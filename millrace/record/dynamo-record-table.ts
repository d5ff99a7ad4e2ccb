import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { DEAD_INDEX, UNSENT_INDEX } from '../definition/job-stem.ts';
import { againOnConflict } from './again-on-conflict.ts';
import { createDynamoConfidentialTable } from './dynamo-confidential-table.ts';
import type { JobRecord, StoredMessage, StoredStepResult } from './job-record.ts';
import type { RecordTable, RecordWrite, WriteAnswer } from './record-table.ts';
import { renderUpdate } from './render-update.ts';
import type { SharedItem } from './shared-item.ts';

type StoredItem = Record<string, AttributeValue>;

/** The table holds what the writes of this folder put there: the cast says that items have their records' shape. */
const asRecord = (item: StoredItem) => unmarshall(item) as JobRecord;

/** The record table in DynamoDB. */
export function createDynamoRecordTable(client: DynamoDBClient, tableName: string): RecordTable {
  const getItem = async (id: string) => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: tableName, Key: { id: { S: id } }, ConsistentRead: true }),
    );
    return Item;
  };
  const putItem = async (key: string, kept: StoredMessage | StoredStepResult) => {
    const item = marshall({ id: key, ...kept }, { removeUndefinedValues: true });
    await client.send(new PutItemCommand({ TableName: tableName, Item: item }));
  };
  const getKept = async <Kept>(key: string) => {
    const item = await getItem(key);
    if (item === undefined) return undefined;
    const { id: _id, ...kept } = unmarshall(item);
    return kept as Kept;
  };
  return {
    async update(write: RecordWrite): Promise<WriteAnswer> {
      try {
        const command = new UpdateItemCommand({
          TableName: tableName,
          Key: { id: { S: write.id } },
          ...renderUpdate(write),
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        });
        const { Attributes } = await againOnConflict(() => client.send(command));
        return { written: true, record: asRecord(Attributes ?? {}) };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return { written: false, record: error.Item && asRecord(error.Item) };
      }
    },
    async get(id) {
      const item = await getItem(id);
      return item && asRecord(item);
    },
    putMessage: putItem,
    getMessage: (key) => getKept<StoredMessage>(key),
    putStepResult: putItem,
    getStepResult: (key) => getKept<StoredStepResult>(key),
    ...sharedItems(client, tableName, getItem),
    ...indexes(client, tableName),
    ...createDynamoConfidentialTable(client, tableName),
  };
}

/** The record table's part for its sparse indexes. */
function indexes(client: DynamoDBClient, tableName: string): Pick<RecordTable, 'dead' | 'unsent'> {
  type Query = Omit<QueryCommandInput, 'TableName' | 'ExclusiveStartKey'>;
  const query = async (input: Query, next: string | undefined) => {
    const start = next === undefined ? {} : { ExclusiveStartKey: JSON.parse(next) };
    const { Items = [], LastEvaluatedKey: last } = await client.send(
      new QueryCommand({ TableName: tableName, ...input, ...start }),
    );
    return { items: Items, ...(last ? { next: JSON.stringify(last) } : {}) };
  };
  return {
    async dead(partition, { limit, next }) {
      const { items, ...more } = await query(
        {
          IndexName: DEAD_INDEX,
          KeyConditionExpression: 'dead_partition = :partition',
          ExpressionAttributeValues: { ':partition': { S: partition } },
          ScanIndexForward: false,
          Limit: limit,
        },
        next,
      );
      return { records: items.map(asRecord), ...more };
    },
    async unsent(partition, { before, limit, next }) {
      const { items, ...more } = await query(
        {
          IndexName: UNSENT_INDEX,
          KeyConditionExpression: 'unsent_partition = :partition AND unsent < :before',
          ExpressionAttributeValues: { ':partition': { S: partition }, ':before': { S: before } },
          Limit: limit,
        },
        next,
      );
      return { ids: items.map(({ id }) => id?.S ?? ''), ...more };
    },
  };
}

/** The record table's part for what all consumers share. */
function sharedItems(
  client: DynamoDBClient,
  tableName: string,
  getItem: (id: string) => Promise<StoredItem | undefined>,
): Pick<RecordTable, 'count' | 'getShared' | 'replaceShared'> {
  // Nothing else is ever put under such a key: the cast says that items have their shape.
  const asShared = (item: StoredItem) => unmarshall(item) as SharedItem;
  return {
    async count({ id, by, expiration }) {
      const { Attributes } = await client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: { id: { S: id } },
          UpdateExpression: 'SET #expiration = :expiration ADD #counted :by',
          ExpressionAttributeNames: { '#expiration': 'expiration', '#counted': 'counted' },
          ExpressionAttributeValues: marshall({ ':expiration': expiration, ':by': by }),
          ReturnValues: 'UPDATED_NEW',
        }),
      );
      return Number(Attributes?.counted?.N);
    },
    async getShared(id) {
      const item = await getItem(id);
      return item && asShared(item);
    },
    async replaceShared(item, readFence) {
      const isWhatWasRead =
        readFence === undefined
          ? { ConditionExpression: 'attribute_not_exists(id)' }
          : {
              ConditionExpression: '#fence = :read',
              ExpressionAttributeNames: { '#fence': 'fence' },
              ExpressionAttributeValues: marshall({ ':read': readFence }),
            };
      try {
        await client.send(
          new PutItemCommand({
            TableName: tableName,
            Item: marshall(item, { removeUndefinedValues: true }),
            ...isWhatWasRead,
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { written: true, item };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return { written: false, item: error.Item && asShared(error.Item) };
      }
    },
  };
}
