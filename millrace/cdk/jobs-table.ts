import { AttributeType, Billing, ProjectionType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { DEAD_INDEX, tableName, UNSENT_INDEX } from '../definition/job-stem.ts';
import { type Deployment, removalPolicy } from './deployment.ts';

/** What a list of the dead tells of each one without reading its record. */
const DEAD_INDEX_ATTRIBUTES = ['death_id', 'reason', 'attempts', 'version', 'failures', 'cycle', 'type'];

/** The job records of one deployment: one table for all jobs. */
export class JobsTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { app, stage }: Deployment) {
    super(scope, id);
    this.table = new TableV2(this, 'Table', {
      tableName: tableName(app, stage.name),
      partitionKey: { name: 'id', type: AttributeType.STRING },
      timeToLiveAttribute: 'expiration',
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // Records hold reference ids only. A key of ours would cost a KMS call where the owned key costs none.
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
  }

  /** A consumer's rights: the items whose key begins with its own type. */
  grantOwnRecords(role: IRole, type: string): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
        resources: [this.table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${type}:*`] } },
      }),
    );
  }

  /** The API's rights: records of every type, which it saves with their messages and reads but never deletes. */
  grantEveryRecord(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
        resources: [this.table.tableArn],
      }),
    );
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
    role.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
        resources: [this.table.tableArn],
      }),
    );
  }
}
