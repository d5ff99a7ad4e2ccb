import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Aws } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type Deployment, removalPolicy } from './deployment.ts';

/** What DynamoDB asks a key for on behalf of whoever reads and writes a table. */
export const tableKeyActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/** Managing a key is no right to use it. */
const managing = [
  ...['kms:CancelKeyDeletion', 'kms:CreateAlias', 'kms:DeleteAlias', 'kms:DescribeKey', 'kms:DisableKey'],
  ...['kms:DisableKeyRotation', 'kms:EnableKey', 'kms:EnableKeyRotation', 'kms:GetKeyPolicy'],
  ...['kms:GetKeyRotationStatus', 'kms:ListGrants', 'kms:ListKeyPolicies', 'kms:ListResourceTags'],
  ...['kms:ListRetirableGrants', 'kms:PutKeyPolicy', 'kms:RevokeGrant', 'kms:RotateKeyOnDemand'],
  ...['kms:ScheduleKeyDeletion', 'kms:TagResource', 'kms:UntagResource', 'kms:UpdateAlias'],
  'kms:UpdateKeyDescription',
];

/** Through DynamoDB, and by no call of its own, whoever has the key in their hands. */
export const throughDynamoDb = { StringEquals: { 'kms:ViaService': `dynamodb.${Aws.REGION}.amazonaws.com` } };

/** The key of a table with confidential data. Its policy leaves it to each role's own rights who uses it, and how. */
export function createRecordsKey(scope: Construct, { app, stage }: Deployment): Key {
  const account = new AccountRootPrincipal();
  return new Key(scope, 'Key', {
    alias: `${app}-${stage.name}-records`,
    description: `Job records of ${app} in ${stage.name}`,
    enableKeyRotation: true,
    removalPolicy: removalPolicy(stage),
    policy: new PolicyDocument({
      statements: [
        new PolicyStatement({ principals: [account], actions: managing, resources: ['*'] }),
        new PolicyStatement({
          principals: [account],
          // The grant is for the table itself, which whoever deploys it makes.
          actions: [...tableKeyActions, 'kms:CreateGrant'],
          resources: ['*'],
          conditions: throughDynamoDb,
        }),
      ],
    }),
  });
}
