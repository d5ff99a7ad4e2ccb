import { QueryCommand, type QueryCommandInput, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { openJobsTable } from './dynamodb-contract.ts';

const { client, table: TableName, put, stop } = await openJobsTable();
afterAll(stop);

const putDue = (status: string, id: string, due: number) =>
  put({ id: { S: id }, status: { S: status }, due_at: { N: `${due}` } });
const query = (status: string, more: Partial<QueryCommandInput> = {}) =>
  client.send(
    new QueryCommand({
      TableName,
      IndexName: 'by-status',
      KeyConditionExpression: '#status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
      ...more,
      ExpressionAttributeValues: { ':status': { S: status }, ...more.ExpressionAttributeValues },
    }),
  );
const idsIn = async (status: string, more: Partial<QueryCommandInput> = {}) =>
  ((await query(status, more)).Items ?? []).map(({ id }) => id?.S);

describe('the index', () => {
  it('follows an item from state to state, in order of its number', async () => {
    for (const due of [10, 9, 2]) await putDue('FAILED', `due-${due}`, due);
    const update = (UpdateExpression: string, more: object = {}) =>
      client.send(
        new UpdateItemCommand({
          TableName,
          Key: { id: { S: 'due-9' } },
          UpdateExpression,
          ExpressionAttributeNames: { '#status': 'status' },
          ...more,
        }),
      );
    await update('SET #status = :dead', { ExpressionAttributeValues: { ':dead': { S: 'DEAD' } } });
    expect([await idsIn('FAILED'), await idsIn('DEAD')]).toEqual([['due-2', 'due-10'], ['due-9']]);
    await update('REMOVE #status');
    expect(await idsIn('DEAD')).toEqual([]);
  });

  it('holds only items that have both of its attributes', async () => {
    await putDue('SPARSE', 'both', 1);
    await put({ id: { S: 'no-number' }, status: { S: 'SPARSE' } });
    expect(await idsIn('SPARSE')).toEqual(['both']);
  });

  it('finds a range of numbers', async () => {
    for (const due of [4, 5, 6, 7, 50]) await putDue('RANGED', `ranged-${due}`, due);
    const between = {
      KeyConditionExpression: '#status = :status AND due_at BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':from': { N: '5' }, ':to': { N: '6' } },
    };
    expect(await idsIn('RANGED', between)).toEqual(['ranged-5', 'ranged-6']);
  });

  it('is read page by page, through equal numbers too', async () => {
    for (const [id, due] of [
      ['a', 1],
      ['b', 2],
      ['c', 9],
      ['d', 9],
      ['e', 9],
      ['f', 9],
      ['g', 9],
    ] as const)
      await putDue('PAGED', id, due);
    const found: (string | undefined)[] = [];
    let startKey: QueryCommandInput['ExclusiveStartKey'];
    for (let page = 0; page < 10; page++) {
      const { Items = [], LastEvaluatedKey } = await query('PAGED', { Limit: 2, ExclusiveStartKey: startKey });
      found.push(...Items.map(({ id }) => id?.S));
      startKey = LastEvaluatedKey;
      if (startKey === undefined) break;
    }
    expect(found.slice(0, 2)).toEqual(['a', 'b']);
    expect(found.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });
});
