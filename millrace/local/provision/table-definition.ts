import type {
  AttributeDefinition,
  CreateTableCommandInput,
  GlobalSecondaryIndex,
  KeySchemaElement,
  LocalSecondaryIndex,
  Projection,
} from '@aws-sdk/client-dynamodb';

/** What AWS::DynamoDB::Table and ::GlobalTable have in common, resolved. */
export interface TableProperties {
  readonly AttributeDefinitions?: readonly AttributeDefinition[];
  readonly KeySchema?: readonly KeySchemaElement[];
  readonly GlobalSecondaryIndexes?: readonly IndexProperties[];
  readonly LocalSecondaryIndexes?: readonly IndexProperties[];
  readonly TimeToLiveSpecification?: { readonly Enabled?: unknown; readonly AttributeName?: string };
}

interface IndexProperties {
  readonly IndexName?: string;
  readonly KeySchema?: readonly KeySchemaElement[];
  readonly Projection?: Projection;
}

/** The table on demand, without what a laptop has no use for: replicas, encryption keys, backups, capacities. */
export function tableDefinition(tableName: string, properties: TableProperties): CreateTableCommandInput {
  const { GlobalSecondaryIndexes: global = [], LocalSecondaryIndexes: local = [] } = properties;
  return {
    TableName: tableName,
    AttributeDefinitions: [...(properties.AttributeDefinitions ?? [])],
    KeySchema: [...(properties.KeySchema ?? [])],
    BillingMode: 'PAY_PER_REQUEST',
    ...(global.length > 0 ? { GlobalSecondaryIndexes: global.map(indexDefinition) } : {}),
    ...(local.length > 0 ? { LocalSecondaryIndexes: local.map(indexDefinition) } : {}),
  };
}

function indexDefinition({
  IndexName,
  KeySchema = [],
  Projection,
}: IndexProperties): GlobalSecondaryIndex & LocalSecondaryIndex {
  return { IndexName, KeySchema: [...KeySchema], Projection };
}
