import { DeleteItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { openJobsTable } from './dynamodb-contract.ts';

const { client, table: TableName, put, get, stop } = await openJobsTable();
afterAll(stop);

const absent = { ConditionExpression: 'attribute_not_exists(id)' };
const carryingItem = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };

/** The condition under which Powertools takes an idempotency key. */
const powertools = (nowSeconds: number) => ({
  ConditionExpression:
    'attribute_not_exists(#id) OR #expiry < :now OR (#status = :inprogress AND attribute_exists(#lease) AND #lease < :nowMs)',
  ExpressionAttributeNames: {
    '#id': 'id',
    '#expiry': 'expiration',
    '#status': 'status',
    '#lease': 'in_progress_expiration',
  },
  ExpressionAttributeValues: {
    ':now': { N: String(nowSeconds) },
    ':nowMs': { N: String(nowSeconds * 1000) },
    ':inprogress': { S: 'INPROGRESS' },
  },
});

describe('a write whose condition fails', () => {
  it.each([
    ['put', (id: string) => put({ id: { S: id } }, { ...absent, ...carryingItem })],
    [
      'update',
      (id: string) =>
        client.send(
          new UpdateItemCommand({
            TableName,
            Key: { id: { S: id } },
            UpdateExpression: 'SET attempts = attempts + :one',
            ConditionExpression: 'attempts > :one',
            ExpressionAttributeValues: { ':one': { N: '1' } },
            ...carryingItem,
          }),
        ),
    ],
    [
      'delete',
      (id: string) =>
        client.send(
          new DeleteItemCommand({
            TableName,
            Key: { id: { S: id } },
            ConditionExpression: 'attempts > :one',
            ExpressionAttributeValues: { ':one': { N: '1' } },
            ...carryingItem,
          }),
        ),
    ],
  ])('carries the item it failed on when a %s asks for it, and changes nothing', async (kind, write) => {
    const item = { id: { S: kind }, attempts: { N: '1' } };
    await put(item);
    await expect(write(kind)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException', Item: item });
    expect(await get(kind)).toEqual(item);
  });

  it('carries no item unless asked, nor where there is none', async () => {
    await put({ id: { S: 'quiet' } });
    const unasked = await put({ id: { S: 'quiet' } }, absent).catch((error) => error);
    expect(unasked).toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect(unasked.Item).toBeUndefined();
    const nothingThere = await put(
      { id: { S: 'nobody' } },
      { ConditionExpression: 'attribute_exists(id)', ...carryingItem },
    ).catch((error) => error);
    expect(nothingThere).toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect(nothingThere.Item).toBeUndefined();
  });
});

describe('a condition', () => {
  const item = { id: { S: 'compared' }, title: { S: 'hello' }, size: { N: '5' }, tags: { SS: ['a', 'b'] } };
  const values = {
    ':one': { N: '1' },
    ':five': { N: '5' },
    ':ell': { S: 'ell' },
    ':he': { S: 'he' },
    ':a': { S: 'a' },
    ':set': { S: 'SS' },
  };

  it.each([
    ['size(title) = :five', [':five']],
    ['contains(title, :ell)', [':ell']],
    ['contains(tags, :a)', [':a']],
    ['begins_with(title, :he)', [':he']],
    ['#size IN (:one, :five)', [':one', ':five']],
    ['#size BETWEEN :one AND :five', [':one', ':five']],
    ['attribute_type(tags, :set)', [':set']],
    ['#size <> :one', [':one']],
  ] as const)('%s holds, and its contrary does not', async (condition, names) => {
    await put(item);
    const ExpressionAttributeValues = Object.fromEntries(names.map((name) => [name, values[name]]));
    const alias = condition.includes('#size') ? { ExpressionAttributeNames: { '#size': 'size' } } : {};
    const options = (ConditionExpression: string) => ({ ConditionExpression, ExpressionAttributeValues, ...alias });
    await expect(put(item, options(condition))).resolves.toBeDefined();
    await expect(put(item, options(`NOT (${condition})`))).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
    });
  });
});

describe('the condition of Powertools', () => {
  const lease = (id: string, fields: { expiration: string; status: string; leaseMs: string }) => ({
    id: { S: id },
    expiration: { N: fields.expiration },
    status: { S: fields.status },
    in_progress_expiration: { N: fields.leaseMs },
  });
  const mine = lease('taken', { expiration: '3000', status: 'INPROGRESS', leaseMs: '3000000' });

  it.each([
    ['expired', lease('taken', { expiration: '999', status: 'COMPLETED', leaseMs: '0' })],
    [
      'left by a worker that ran out of time',
      lease('taken', { expiration: '2000', status: 'INPROGRESS', leaseMs: '999999' }),
    ],
  ])('takes a record that is %s', async (_state, record) => {
    await put(record);
    await put(mine, powertools(1000));
    expect(await get('taken')).toEqual(mine);
  });

  it.each([
    ['completed', lease('kept', { expiration: '2000', status: 'COMPLETED', leaseMs: '0' })],
    ['in progress', lease('kept', { expiration: '2000', status: 'INPROGRESS', leaseMs: '1000001' })],
  ])('leaves a record that is %s', async (_state, record) => {
    await put(record);
    await expect(put({ id: { S: 'kept' } }, powertools(1000))).rejects.toThrow('The conditional request failed');
    expect(await get('kept')).toEqual(record);
  });
});

describe('writes at the same time', () => {
  it('have one winner when each asks for an absent item', async () => {
    const writes = Array.from({ length: 30 }, (_, writer) =>
      put({ id: { S: 'race' }, writer: { N: String(writer) } }, absent),
    );
    const settled = await Promise.allSettled(writes);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('lose no addition', async () => {
    const add = () =>
      client.send(
        new UpdateItemCommand({
          TableName,
          Key: { id: { S: 'counter' } },
          UpdateExpression: 'ADD attempts :one',
          ExpressionAttributeValues: { ':one': { N: '1' } },
        }),
      );
    await Promise.all(Array.from({ length: 50 }, add));
    expect(await get('counter')).toEqual({ id: { S: 'counter' }, attempts: { N: '50' } });
  });
});
