import {
  AttributeType,
  Billing,
  CfnGlobalTable,
  ProjectionType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Effect, type IGrantable, type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { JobDefinition } from '../definition/job-definition.ts';
import { DEAD_INDEX, tableName, UNSENT_INDEX } from '../definition/job-stem.ts';
import { createRecordsKey, tableKeyActions, throughDynamoDb } from './create-records-key.ts';
import { type Deployment, removalPolicy } from './deployment.ts';

/** What a list of the dead tells of each one without reading its record. */
const DEAD_INDEX_ATTRIBUTES = ['death_id', 'reason', 'attempts', 'version', 'failures', 'cycle', 'type'];

type TypedJob = Pick<JobDefinition, 'type' | 'confidential'>;

/** The job records of one deployment: one table for all jobs. */
export class JobsTable extends Construct {
  readonly table: TableV2;
  /** Of a table with confidential data. */
  readonly key: Key | undefined;
  private readonly confidentialTypes: readonly string[];

  constructor(scope: Construct, id: string, deployment: Deployment, jobs: readonly TypedJob[]) {
    super(scope, id);
    const { app, stage } = deployment;
    this.confidentialTypes = jobs.filter(isConfidential).map(({ type }) => type);
    this.key = this.confidentialTypes.length === 0 ? undefined : createRecordsKey(this, deployment);
    this.table = new TableV2(this, 'Table', {
      tableName: tableName(app, stage.name),
      partitionKey: { name: 'id', type: AttributeType.STRING },
      timeToLiveAttribute: 'expiration',
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // Records hold reference ids only: without confidential data beside them a key of ours would cost for nothing.
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      deletionProtection: stage.keepsData,
      removalPolicy: removalPolicy(stage),
      globalSecondaryIndexes: [
        {
          indexName: DEAD_INDEX,
          partitionKey: { name: 'dead_partition', type: AttributeType.STRING },
          sortKey: { name: 'dead_at', type: AttributeType.STRING },
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: DEAD_INDEX_ATTRIBUTES,
        },
        {
          indexName: UNSENT_INDEX,
          partitionKey: { name: 'unsent_partition', type: AttributeType.STRING },
          sortKey: { name: 'unsent', type: AttributeType.STRING },
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    });
    if (this.key) encryptWith(this.table, this.key);
  }

  /** A consumer's rights: the items whose key begins with its own type; it erases confidential data, and nothing else. */
  grantOwnRecords(role: IRole, job: TypedJob): void {
    this.allow(role, ['GetItem', 'PutItem', 'UpdateItem'], [`${job.type}:*`]);
    if (isConfidential(job)) this.allow(role, ['DeleteItem'], [confidentialItems(job.type)]);
    this.grantKey(role);
  }

  /** A webhook's rights: it saves jobs of this type with their messages, and reads no confidential data. */
  grantSaving(role: IRole, { type }: TypedJob): void {
    this.allow(role, ['GetItem', 'PutItem', 'UpdateItem'], [`${type}:*`]);
    this.denyConfidential(role);
    this.grantKey(role);
  }

  /**
   * The API's rights: records of every type, which it saves with their messages and reads. Of confidential data it reads
   * none, and erases that of a job that it cancels.
   */
  grantEveryRecord(role: IRole): void {
    this.allow(role, ['GetItem', 'PutItem', 'UpdateItem']);
    this.denyConfidential(role);
    if (this.key) this.allow(role, ['DeleteItem'], this.confidentialTypes.map(confidentialItems));
    this.grantKey(role);
  }

  /** The sweeper's rights: it finds what was saved and not sent, reads it, and marks it. */
  grantUnsent(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['dynamodb:Query'],
        resources: [`${this.table.tableArn}/index/${UNSENT_INDEX}`],
      }),
    );
    this.allow(role, ['GetItem', 'UpdateItem']);
    this.denyConfidential(role);
    this.grantKey(role);
  }

  /** What a producer needs besides its queues: it writes confidential data beside a record that it may only check. */
  producerStatements(jobs: readonly TypedJob[]): readonly PolicyStatement[] {
    const types = jobs.filter(isConfidential).map(({ type }) => type);
    if (types.length === 0) return [];
    return [
      this.statement(['PutItem'], types.map(confidentialItems), {
        'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
      }),
      this.statement(
        ['ConditionCheckItem'],
        types.map((type) => `${type}:*`),
      ),
      ...this.keyStatements(),
    ];
  }

  grantEnqueue(grantee: IGrantable, job: TypedJob): void {
    for (const statement of this.producerStatements([job])) grantee.grantPrincipal.addToPrincipalPolicy(statement);
  }

  private allow(role: IRole, actions: readonly string[], keys?: readonly string[]): void {
    role.addToPrincipalPolicy(this.statement(actions, keys));
  }

  /** Its reading of records would reach what stands beside them. */
  private denyConfidential(role: IRole): void {
    if (this.key === undefined) return;
    role.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: ['dynamodb:GetItem'],
        resources: [this.table.tableArn],
        conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [confidentialItems('*')] } },
      }),
    );
  }

  private statement(actions: readonly string[], keys?: readonly string[], more: object = {}): PolicyStatement {
    return new PolicyStatement({
      effect: Effect.ALLOW,
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [this.table.tableArn],
      ...(keys === undefined
        ? {}
        : { conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...keys] }, ...more } }),
    });
  }

  /** All of the table is encrypted with its key: who reads or writes any of it needs that. */
  private grantKey(role: IRole): void {
    for (const statement of this.keyStatements()) role.addToPrincipalPolicy(statement);
  }

  private keyStatements(): readonly PolicyStatement[] {
    if (this.key === undefined) return [];
    return [
      new PolicyStatement({
        actions: [...tableKeyActions],
        resources: [this.key.keyArn],
        conditions: throughDynamoDb,
      }),
    ];
  }
}

/** The construct gives a table such a key only in a stack that names its Region. */
function encryptWith(table: TableV2, key: Key): void {
  const { defaultChild } = table.node;
  if (!(defaultChild instanceof CfnGlobalTable)) throw new Error('the table of records is no global table');
  defaultChild.addPropertyOverride('SSESpecification', { SSEEnabled: true, SSEType: 'KMS' });
  defaultChild.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: key.keyArn });
}

function isConfidential({ confidential }: TypedJob): boolean {
  return confidential !== undefined;
}

/** `confidentialKey` of the records makes such keys. */
function confidentialItems(type: string): string {
  return `${type}:*/confidential`;
}
