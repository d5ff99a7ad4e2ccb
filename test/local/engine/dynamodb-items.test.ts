import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  QueryCommand,
  ScanCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { startJobsTable } from './dynamodb-jobs-table.ts';

const { client, put, get, stop } = await startJobsTable();
afterAll(stop);

const update = (id: string, change: Omit<UpdateItemCommandInput, 'TableName' | 'Key'>) =>
  client.send(new UpdateItemCommand({ TableName: 'jobs', Key: { id: { S: id } }, ReturnValues: 'ALL_NEW', ...change }));

describe('an update', () => {
  it('counts, appends, nests and removes in one expression', async () => {
    await update('u', {
      UpdateExpression:
        'SET attempts = if_not_exists(attempts, :zero) + :one, failures = list_append(if_not_exists(failures, :none), :failure), steps = :steps ADD tags :tags',
      ExpressionAttributeValues: {
        ':zero': { N: '0' },
        ':one': { N: '1' },
        ':none': { L: [] },
        ':failure': { L: [{ S: 'timeout' }] },
        ':steps': { M: { charge: { N: '1' } } },
        ':tags': { SS: ['slow', 'retried'] },
      },
    });
    const { Attributes } = await update('u', {
      UpdateExpression: 'SET steps.charge = steps.charge + :one, failures[0] = :late DELETE tags :slow REMOVE attempts',
      ExpressionAttributeValues: { ':one': { N: '1' }, ':late': { S: 'late' }, ':slow': { SS: ['slow'] } },
    });
    expect(Attributes).toEqual({
      id: { S: 'u' },
      failures: { L: [{ S: 'late' }] },
      steps: { M: { charge: { N: '2' } } },
      tags: { SS: ['retried'] },
    });
  });

  it('is refused when it names a reserved word without an alias', async () => {
    const reserved = { UpdateExpression: 'SET status = :s', ExpressionAttributeValues: { ':s': { S: 'DEAD' } } };
    await expect(update('u', reserved)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('the index', () => {
  it('follows an item from state to state, in order of its number', async () => {
    for (const due of ['10', '9', '2']) {
      await put({ id: { S: `due-${due}` }, status: { S: 'FAILED' }, due_at: { N: due } });
    }
    await update('due-9', {
      UpdateExpression: 'SET #status = :dead',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':dead': { S: 'DEAD' } },
    });
    const inState = async (status: string) => {
      const { Items } = await client.send(
        new QueryCommand({
          TableName: 'jobs',
          IndexName: 'by-status',
          KeyConditionExpression: '#status = :status',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':status': { S: status } },
        }),
      );
      return Items?.map(({ id }) => id?.S);
    };
    expect(await inState('FAILED')).toEqual(['due-2', 'due-10']);
    expect(await inState('DEAD')).toEqual(['due-9']);
  });

  it('is read page by page', async () => {
    for (const due of ['1', '2', '3']) await put({ id: { S: `p-${due}` }, status: { S: 'PAGED' }, due_at: { N: due } });
    const page = {
      TableName: 'jobs',
      IndexName: 'by-status',
      Limit: 2,
      KeyConditionExpression: '#status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': { S: 'PAGED' } },
    };
    const first = await client.send(new QueryCommand(page));
    const second = await client.send(new QueryCommand({ ...page, ExclusiveStartKey: first.LastEvaluatedKey }));
    expect([first.Items, second.Items].map((items) => items?.map(({ id }) => id?.S))).toEqual([
      ['p-1', 'p-2'],
      ['p-3'],
    ]);
    expect(second.LastEvaluatedKey).toBeUndefined();
  });
});

describe('an item', () => {
  it('keeps empty strings and numbers of 38 digits, and no number of 39', async () => {
    const digits = '12345678901234567890123456789012345678';
    const item = { id: { S: 'exact' }, note: { S: '' }, amount: { N: digits } };
    await put(item);
    expect(await get('exact')).toEqual(item);
    await expect(put({ id: { S: 'inexact' }, amount: { N: `${digits}9` } })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  it('may weigh 400 KB and no more', async () => {
    await put({ id: { S: 'big' }, body: { S: 'x'.repeat(409_000) } });
    await expect(put({ id: { S: 'big' }, body: { S: 'x'.repeat(410_000) } })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  it('says what its write consumed when asked', async () => {
    const { ConsumedCapacity } = await put({ id: { S: 'cost' } }, { ReturnConsumedCapacity: 'TOTAL' });
    expect(ConsumedCapacity).toEqual({ TableName: 'jobs', CapacityUnits: 1 });
  });
});

describe('a batch', () => {
  const requests = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ PutRequest: { Item: { id: { S: `b-${index}` } } } }));

  it('writes 25 items, and refuses 26', async () => {
    await client.send(new BatchWriteItemCommand({ RequestItems: { jobs: requests(25) } }));
    const Keys = [{ id: { S: 'b-0' } }, { id: { S: 'b-24' } }, { id: { S: 'b-25' } }];
    const { Responses } = await client.send(new BatchGetItemCommand({ RequestItems: { jobs: { Keys } } }));
    expect(Responses?.jobs).toHaveLength(2);
    await expect(
      client.send(new BatchWriteItemCommand({ RequestItems: { jobs: requests(26) } })),
    ).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('a scan', () => {
  it('filters, and refuses the one comparison that the engine under it cannot make', async () => {
    await put({ id: { S: 'scan-1' }, team: { S: 'payments' } });
    const filtered = { TableName: 'jobs', ExpressionAttributeValues: { ':prefix': { S: 'pay' } } };
    const { Items } = await client.send(
      new ScanCommand({ ...filtered, FilterExpression: 'begins_with(team, :prefix)' }),
    );
    expect(Items).toEqual([{ id: { S: 'scan-1' }, team: { S: 'payments' } }]);
    const betweenAttributes = { TableName: 'jobs', FilterExpression: 'NOT begins_with(first_error, last_error)' };
    await expect(client.send(new ScanCommand(betweenAttributes))).rejects.toThrow(
      'The embedded engine compares begins_with with a value only, not with an attribute',
    );
  });
});
