import { crc32 } from 'node:zlib';
import { DescribeTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { createDynamoDbBackend } from '../../../millrace/local/engine/dynamodb/dynamodb-backend.ts';
import { createVirtualClock } from '../../../millrace/message/clock.ts';
import { jobsTable } from '../../contracts/jobs-table.ts';
import { startJobsTable } from './dynamodb-jobs-table.ts';

describe('a request that is not one', async () => {
  const backend = await createDynamoDbBackend({ clock: createVirtualClock() });
  afterAll(() => backend.stop());
  const answer = async (target: string, body: string) => {
    const { status, body: text } = await backend.handle(target, body, {});
    return [status, JSON.parse(text).__type];
  };

  it.each([
    ['an operation unknown to DynamoDB', 'DynamoDB_20120810.Nope', '{}', 'UnknownOperationException'],
    ['an operation unknown to this engine', 'DynamoDB_20120810.ExecuteStatement', '{}', 'UnknownOperationException'],
    ['another API', 'DynamoDBStreams_20120810.ListStreams', '{}', 'UnknownOperationException'],
    ['no target', '', '{}', 'UnknownOperationException'],
    ['malformed JSON', 'DynamoDB_20120810.ListTables', '{oops', 'SerializationException'],
    ['no body', 'DynamoDB_20120810.ListTables', '', 'SerializationException'],
    ['a list for a body', 'DynamoDB_20120810.ListTables', '[]', 'SerializationException'],
    ['null for a body', 'DynamoDB_20120810.ListTables', 'null', 'SerializationException'],
    [
      'null for an attribute',
      'DynamoDB_20120810.PutItem',
      '{"TableName":"jobs","Item":{"id":null}}',
      'SerializationException',
    ],
  ])('is refused as AWS refuses it: %s', async (_what, target, body, type) => {
    expect(await answer(target, body)).toEqual([400, `com.amazon.coral.service#${type}`]);
  });

  it('is refused with the type of a field that has another', async () => {
    expect(await answer('DynamoDB_20120810.GetItem', '{"TableName":1}')).toEqual([
      400,
      'com.amazon.coral.service#SerializationException',
    ]);
  });
});

describe('an answer', () => {
  it('names its content type and carries the checksum of its body', async () => {
    const backend = await createDynamoDbBackend({ clock: createVirtualClock() });
    const { status, headers, body } = await backend.handle('DynamoDB_20120810.ListTables', '{}', {
      'content-type': 'application/x-amz-json-1.0',
    });
    await backend.stop();
    expect([status, body]).toEqual([200, '{"TableNames":[]}']);
    expect(headers['content-type']).toBe('application/x-amz-json-1.0');
    expect(headers['x-amz-crc32']).toBe(String(crc32('{"TableNames":[]}')));
  });

  it('is a server error, and no rejection, once the backend is stopped', async () => {
    const backend = await createDynamoDbBackend({ clock: createVirtualClock() });
    await backend.stop();
    const input = JSON.stringify(jobsTable('jobs'));
    const { status, body } = await backend.handle('DynamoDB_20120810.CreateTable', input, {});
    expect([status, JSON.parse(body).message]).toEqual([500, 'Database is closed']);
  });
});

describe('a reset', () => {
  it('forgets every table and goes on serving', async () => {
    const { engine, client, stop } = await startJobsTable();
    await engine.reset();
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    await expect(client.send(new DescribeTableCommand({ TableName: 'jobs' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await stop();
  });
});
