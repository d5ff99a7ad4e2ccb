import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  ScanCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { jobsTable, startJobsTable } from './dynamodb-jobs-table.ts';

const { client, stop } = await startJobsTable();
afterAll(stop);

const describeTable = async (TableName: string) =>
  (await client.send(new DescribeTableCommand({ TableName }))).Table ?? expect.fail('no table');

describe('a new table', () => {
  it('is active as soon as it is created, and takes an item at once', async () => {
    const { TableDescription } = await client.send(new CreateTableCommand(jobsTable('at-once')));
    expect(TableDescription?.TableStatus).toBe('ACTIVE');
    await client.send(new PutItemCommand({ TableName: 'at-once', Item: { id: { S: '1' } } }));
    const table = await describeTable('at-once');
    expect(table.TableArn).toBe('arn:aws:dynamodb:us-east-1:000000000000:table/at-once');
    expect(table.BillingModeSummary?.BillingMode).toBe('PAY_PER_REQUEST');
    expect(table.GlobalSecondaryIndexes?.[0]?.IndexStatus).toBe('ACTIVE');
  });

  it('keeps its table class, encryption, deletion protection and tags', async () => {
    await client.send(
      new CreateTableCommand({
        ...jobsTable('with-settings'),
        TableClass: 'STANDARD_INFREQUENT_ACCESS',
        SSESpecification: { Enabled: true },
        DeletionProtectionEnabled: true,
        Tags: [{ Key: 'owner', Value: 'payments' }],
      }),
    );
    const table = await describeTable('with-settings');
    expect(table.TableClassSummary?.TableClass).toBe('STANDARD_INFREQUENT_ACCESS');
    expect(table.SSEDescription).toEqual({ Status: 'ENABLED', SSEType: 'KMS' });
    expect(table.DeletionProtectionEnabled).toBe(true);
    const { Tags } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: table.TableArn }));
    expect(Tags).toEqual([{ Key: 'owner', Value: 'payments' }]);
  });

  it('is refused under the name of another, and with an unknown table class', async () => {
    await expect(client.send(new CreateTableCommand(jobsTable('jobs')))).rejects.toMatchObject({
      name: 'ResourceInUseException',
    });
    const misspelt = { ...jobsTable('misspelt'), TableClass: 'COLD' as 'STANDARD' };
    await expect(client.send(new CreateTableCommand(misspelt))).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(describeTable('misspelt')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

describe('a table', () => {
  it('is not deleted while it is protected', async () => {
    await client.send(new CreateTableCommand({ ...jobsTable('protected'), DeletionProtectionEnabled: true }));
    await expect(client.send(new DeleteTableCommand({ TableName: 'protected' }))).rejects.toMatchObject({
      name: 'ValidationException',
    });
    await client.send(new UpdateTableCommand({ TableName: 'protected', DeletionProtectionEnabled: false }));
    await client.send(new DeleteTableCommand({ TableName: 'protected' }));
    await expect(describeTable('protected')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('comes back empty when it is deleted and created again', async () => {
    await client.send(new CreateTableCommand(jobsTable('again')));
    await client.send(new PutItemCommand({ TableName: 'again', Item: { id: { S: '1' } } }));
    await client.send(new DeleteTableCommand({ TableName: 'again' }));
    await client.send(new CreateTableCommand(jobsTable('again')));
    expect((await client.send(new ScanCommand({ TableName: 'again' }))).Items).toEqual([]);
  });

  it('keeps a setting that changes together with its billing mode', async () => {
    await client.send(new CreateTableCommand(jobsTable('rebilled')));
    await client.send(
      new UpdateTableCommand({
        TableName: 'rebilled',
        BillingMode: 'PAY_PER_REQUEST',
        TableClass: 'STANDARD_INFREQUENT_ACCESS',
      }),
    );
    expect((await describeTable('rebilled')).TableClassSummary?.TableClass).toBe('STANDARD_INFREQUENT_ACCESS');
  });

  it('refuses an index added later instead of pretending to have it', async () => {
    const addition = {
      IndexName: 'by-owner',
      KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'ALL' as const },
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    };
    const change = { TableName: 'jobs', GlobalSecondaryIndexUpdates: [{ Create: addition }] };
    await expect(client.send(new UpdateTableCommand(change))).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'The embedded engine changes no indexes of an existing table: create the table with its indexes',
    });
  });

  it('is listed page by page', async () => {
    const { TableNames, LastEvaluatedTableName } = await client.send(new ListTablesCommand({ Limit: 1 }));
    expect(TableNames).toEqual(['again']);
    expect(LastEvaluatedTableName).toBe('again');
  });

  it('is tagged and untagged', async () => {
    const { TableArn: ResourceArn } = await describeTable('jobs');
    const Tags = [
      { Key: 'stage', Value: 'dev' },
      { Key: 'owner', Value: 'payments' },
    ];
    await client.send(new TagResourceCommand({ ResourceArn, Tags }));
    await client.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['stage'] }));
    expect((await client.send(new ListTagsOfResourceCommand({ ResourceArn }))).Tags).toEqual([
      { Key: 'owner', Value: 'payments' },
    ]);
  });
});

describe('point-in-time recovery', () => {
  it('is off until it is turned on, and then says from when', async () => {
    const TableName = 'jobs';
    const before = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
    expect(before.ContinuousBackupsDescription).toEqual({
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
    });
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
    const after = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
    expect(after.ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
      PointInTimeRecoveryStatus: 'ENABLED',
      EarliestRestorableDateTime: new Date('2026-01-01T00:00:00Z'),
    });
  });

  it('names a missing table as AWS does', async () => {
    await expect(client.send(new DescribeContinuousBackupsCommand({ TableName: 'missing' }))).rejects.toMatchObject({
      name: 'TableNotFoundException',
    });
  });
});
