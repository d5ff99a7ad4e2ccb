import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
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
import { openJobsTable } from './dynamodb-contract.ts';
import { jobsTable } from './jobs-table.ts';

const { client, table, createTable, describeTable, unusedName, stop } = await openJobsTable();
afterAll(stop);

const notFound = { name: 'ResourceNotFoundException' };
const untilGone = (name: string) =>
  expect.poll(() => describeTable(name).catch((error) => error.name), { timeout: 10_000 }).toBe(notFound.name);

describe('a new table', () => {
  it('is described with its key, its index and its figures', async () => {
    const name = unusedName();
    await createTable(jobsTable(name));
    await client.send(new PutItemCommand({ TableName: name, Item: { id: { S: '1' } } }));
    const described = await describeTable(name);
    expect(described).toMatchObject({
      TableName: name,
      TableStatus: 'ACTIVE',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      GlobalSecondaryIndexes: [{ IndexName: 'by-status', IndexStatus: 'ACTIVE' }],
      TableId: expect.stringMatching(/./),
      ItemCount: expect.any(Number),
      TableSizeBytes: expect.any(Number),
      CreationDateTime: expect.any(Date),
    });
    expect(described.TableArn).toMatch(new RegExp(`^arn:aws:dynamodb:us-east-1:\\d{12}:table/${name}$`));
  });

  it('keeps its table class, encryption, deletion protection and tags', async () => {
    const name = unusedName();
    await createTable({
      ...jobsTable(name),
      TableClass: 'STANDARD_INFREQUENT_ACCESS',
      SSESpecification: { Enabled: true },
      DeletionProtectionEnabled: true,
      Tags: [{ Key: 'owner', Value: 'payments' }],
    });
    const described = await describeTable(name);
    expect(described.TableClassSummary?.TableClass).toBe('STANDARD_INFREQUENT_ACCESS');
    expect(described.SSEDescription).toMatchObject({ Status: 'ENABLED', SSEType: 'KMS' });
    expect(described.DeletionProtectionEnabled).toBe(true);
    const { Tags } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: described.TableArn }));
    expect(Tags).toEqual([{ Key: 'owner', Value: 'payments' }]);
  });

  it('is refused under the name of another, and with an unknown table class', async () => {
    await expect(client.send(new CreateTableCommand(jobsTable(table)))).rejects.toMatchObject({
      name: 'ResourceInUseException',
    });
    const misspelt = unusedName();
    const cold = new CreateTableCommand({ ...jobsTable(misspelt), TableClass: 'COLD' as 'STANDARD' }); // no class of AWS’s
    await expect(client.send(cold)).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(describeTable(misspelt)).rejects.toMatchObject(notFound);
  });
});

describe('a table', () => {
  it('is not deleted while it is protected', async () => {
    const TableName = unusedName();
    await createTable({ ...jobsTable(TableName), DeletionProtectionEnabled: true });
    await expect(client.send(new DeleteTableCommand({ TableName }))).rejects.toMatchObject({
      name: 'ValidationException',
    });
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    await client.send(new DeleteTableCommand({ TableName }));
    await untilGone(TableName);
  });

  it('comes back empty when it is deleted and created again', async () => {
    const TableName = unusedName();
    await createTable(jobsTable(TableName));
    await client.send(new PutItemCommand({ TableName, Item: { id: { S: '1' } } }));
    await client.send(new DeleteTableCommand({ TableName }));
    await untilGone(TableName);
    await createTable(jobsTable(TableName));
    expect((await client.send(new ScanCommand({ TableName }))).Items).toEqual([]);
  });

  it('keeps a setting that changes together with its billing mode', async () => {
    const TableName = unusedName();
    await createTable(jobsTable(TableName));
    const TableClass = 'STANDARD_INFREQUENT_ACCESS';
    await client.send(new UpdateTableCommand({ TableName, BillingMode: 'PAY_PER_REQUEST', TableClass }));
    expect((await describeTable(TableName)).TableClassSummary).toMatchObject({ TableClass });
  });

  it('is listed page by page', async () => {
    await createTable(jobsTable(unusedName()));
    const first = await client.send(new ListTablesCommand({ Limit: 1 }));
    expect(first.TableNames).toHaveLength(1);
    expect(first.LastEvaluatedTableName).toBe(first.TableNames?.[0]);
    const { LastEvaluatedTableName: ExclusiveStartTableName } = first;
    const second = await client.send(new ListTablesCommand({ Limit: 1, ExclusiveStartTableName }));
    expect(second.TableNames).toHaveLength(1);
    expect(second.TableNames).not.toEqual(first.TableNames);
  });

  it('that does not exist is not found', async () => {
    await expect(describeTable(unusedName())).rejects.toMatchObject(notFound);
  });

  it('is tagged and untagged', async () => {
    const { TableArn: ResourceArn } = await describeTable(table);
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
  const describeBackups = async (TableName: string) =>
    (await client.send(new DescribeContinuousBackupsCommand({ TableName }))).ContinuousBackupsDescription;

  it('is off until it is turned on, and then says from when', async () => {
    expect(await describeBackups(table)).toMatchObject({
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
    });
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await client.send(new UpdateContinuousBackupsCommand({ TableName: table, PointInTimeRecoverySpecification }));
    expect((await describeBackups(table))?.PointInTimeRecoveryDescription).toMatchObject({
      PointInTimeRecoveryStatus: 'ENABLED',
      EarliestRestorableDateTime: expect.any(Date),
    });
  });

  it('names a missing table as AWS does', async () => {
    await expect(describeBackups(unusedName())).rejects.toMatchObject({ name: 'TableNotFoundException' });
  });
});
