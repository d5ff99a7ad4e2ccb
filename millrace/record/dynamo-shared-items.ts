import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { RecordTable } from './record-table.ts';
import type { SharedItem } from './shared-item.ts';

type StoredItem = Record<string, AttributeValue>;

/** The record table's part for what all consumers share. */
export function dynamoSharedItems(
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
