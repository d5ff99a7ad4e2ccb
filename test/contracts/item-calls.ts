import {
  type AttributeValue,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
} from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

/** Reads and writes of one table's items through the real SDK, said shortly. */
export function createItemCalls(client: DynamoDBClient, TableName: string) {
  return {
    client,
    put: (item: Item, options: Partial<PutItemCommandInput> = {}) =>
      client.send(new PutItemCommand({ TableName, Item: item, ...options })),
    get: async (id: string) => {
      const Key = { id: { S: id } };
      return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
    },
  };
}

export function createDynamoDbClient(endpoint: string, region: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 1 });
}
