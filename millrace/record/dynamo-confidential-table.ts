import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { againOnConflict } from './again-on-conflict.ts';
import type { ConfidentialAnswer, ConfidentialTable, ConfidentialWrite } from './confidential-table.ts';
import type { StoredConfidential } from './job-record.ts';
import { renderWhen } from './render-update.ts';

/** The record table's part for confidential data, in DynamoDB. */
export function createDynamoConfidentialTable(client: DynamoDBClient, tableName: string): ConfidentialTable {
  const itemAt = (key: string) => ({ TableName: tableName, Key: { id: { S: key } } });
  const whereItHolds = async (write: () => Promise<unknown>) => {
    try {
      await againOnConflict(write);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  };
  return {
    async writeConfidential({ id, whenRecord, key, when, put }: ConfidentialWrite) {
      const item: TransactWriteItem =
        put === undefined
          ? { ConditionCheck: { ...itemAt(key), ...renderWhen(when) } }
          : { Put: { TableName: tableName, Item: marshall({ id: key, ...put }), ...renderWhen(when) } };
      const check = { ConditionCheck: { ...itemAt(id), ...renderWhen(whenRecord) } };
      try {
        await againOnConflict(() => client.send(new TransactWriteItemsCommand({ TransactItems: [check, item] })));
        return 'held';
      } catch (error) {
        return refusal(error);
      }
    },
    async getConfidential(key) {
      const { Item } = await client.send(new GetItemCommand({ ...itemAt(key), ConsistentRead: true }));
      if (Item === undefined) return undefined;
      const { id: _id, ...kept } = unmarshall(Item);
      return kept as StoredConfidential; // nothing else is put under such a key
    },
    renewConfidential: (key, expiration, when) => {
      const { ExpressionAttributeValues: values, ...condition } = renderWhen(when);
      const command = new UpdateItemCommand({
        ...itemAt(key),
        UpdateExpression: 'SET #expiration = :renewed',
        ...condition,
        ExpressionAttributeNames: { ...condition.ExpressionAttributeNames, '#expiration': 'expiration' },
        ExpressionAttributeValues: { ...values, ...marshall({ ':renewed': expiration }) },
      });
      return whereItHolds(() => client.send(command));
    },
    eraseConfidential: (key, when) =>
      whereItHolds(() => client.send(new DeleteItemCommand({ ...itemAt(key), ...renderWhen(when) }))),
  };
}

/** Which condition stood against it, by its place; anything else is no answer. */
function refusal(error: unknown): ConfidentialAnswer {
  if (!(error instanceof TransactionCanceledException)) throw error;
  const [ofRecord, ofData] = error.CancellationReasons?.map(({ Code }) => Code === 'ConditionalCheckFailed') ?? [];
  if (ofRecord) return 'refused-by-record';
  if (ofData) return 'refused-by-data';
  throw error;
}
