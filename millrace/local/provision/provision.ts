import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { CloudFormationTemplate } from '../template/cloud-formation-template.ts';
import { physicalResources } from '../template/physical-resources.ts';
import type { PhysicalResources } from '../template/resolve-intrinsics.ts';
import { type ProvisionedQueue, provisionQueues } from './provision-queues.ts';
import { type ProvisionedTable, provisionTables } from './provision-tables.ts';

export interface ProvisionOptions {
  /** A synthesised template: `Template.fromStack(stack).toJSON()`, or its parsed file. */
  readonly template: CloudFormationTemplate;
  readonly sqs: SQSClient;
  readonly dynamodb: DynamoDBClient;
}

export interface Provisioned {
  readonly queues: readonly ProvisionedQueue[];
  readonly tables: readonly ProvisionedTable[];
  /** What the template's references stand for, the queues' URLs among them. */
  readonly physical: PhysicalResources;
}

/** Creates the template's queues and tables at the clients' endpoints. */
export async function provision({ template, sqs, dynamodb }: ProvisionOptions): Promise<Provisioned> {
  const physical = physicalResources(template);
  const [queues, tables] = await Promise.all([
    provisionQueues(template, sqs, physical),
    provisionTables(template, dynamodb, physical),
  ]);
  return { queues, tables, physical };
}
