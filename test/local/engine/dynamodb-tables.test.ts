import {
  CreateTableCommand,
  DescribeContinuousBackupsCommand,
  PutItemCommand,
  ScanCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { jobsTable } from '../../contracts/jobs-table.ts';
import { startJobsTable } from './dynamodb-jobs-table.ts';

const { client, stop } = await startJobsTable();
afterAll(stop);

describe('a table of the embedded engine', () => {
  it('is active as soon as it is created, and takes an item at once', async () => {
    const { TableDescription } = await client.send(new CreateTableCommand(jobsTable('at-once')));
    expect(TableDescription?.TableStatus).toBe('ACTIVE');
    await expect(
      client.send(new PutItemCommand({ TableName: 'at-once', Item: { id: { S: '1' } } })),
    ).resolves.toBeDefined();
  });

  it('is restorable from the moment its recovery was turned on', async () => {
    const TableName = 'jobs';
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
    const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
    expect(ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
      EarliestRestorableDateTime: new Date('2026-01-01T00:00:00Z'),
    });
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

  it('refuses the one comparison that the engine under it cannot make', async () => {
    const betweenAttributes = { TableName: 'jobs', FilterExpression: 'NOT begins_with(first_error, last_error)' };
    await expect(client.send(new ScanCommand(betweenAttributes))).rejects.toThrow(
      'The embedded engine compares begins_with with a value only, not with an attribute',
    );
  });
});
