import {
  CreateTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { type CloudFormationTemplate, type NamedResource, resourcesOf } from '../template/cloud-formation-template.ts';
import { type PhysicalResources, resolveIntrinsics } from '../template/resolve-intrinsics.ts';
import { type TableProperties, tableDefinition } from './table-definition.ts';

export interface ProvisionedTable {
  readonly logicalId: string;
  readonly name: string;
}

const ACTIVE_WITHIN = { maxWaitTime: 60, minDelay: 0.1, maxDelay: 1 };

/** Creates the template's tables with their indexes and time to live; one that is already there is used as it is. */
export async function provisionTables(
  template: CloudFormationTemplate,
  dynamodb: DynamoDBClient,
  physical: PhysicalResources,
): Promise<ProvisionedTable[]> {
  const tables = resourcesOf(template, 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable');
  return await Promise.all(tables.map((table) => provisionTable(table, dynamodb, physical)));
}

async function provisionTable(
  { logicalId, properties }: NamedResource,
  dynamodb: DynamoDBClient,
  physical: PhysicalResources,
): Promise<ProvisionedTable> {
  const name = physical.get(logicalId)?.ref ?? logicalId;
  const resolved = resolveIntrinsics(properties, physical) as TableProperties;
  try {
    await dynamodb.send(new CreateTableCommand(tableDefinition(name, resolved)));
    await waitUntilTableExists({ client: dynamodb, ...ACTIVE_WITHIN }, { TableName: name });
    await enableTimeToLive(name, resolved, dynamodb);
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  return { logicalId, name };
}

async function enableTimeToLive(
  name: string,
  { TimeToLiveSpecification: ttl }: TableProperties,
  dynamodb: DynamoDBClient,
) {
  if (String(ttl?.Enabled) !== 'true') return;
  const specification = { Enabled: true, AttributeName: ttl?.AttributeName };
  await dynamodb.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: specification }));
}
