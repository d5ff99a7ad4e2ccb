import {
  DeleteItemCommand,
  type DeleteItemCommandInput,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { openJobsTable } from './dynamodb-contract.ts';

const { client, table: TableName, put, get, stop } = await openJobsTable();
afterAll(stop);

const update = (id: string, change: Omit<UpdateItemCommandInput, 'TableName' | 'Key'>) =>
  client.send(new UpdateItemCommand({ TableName, Key: { id: { S: id } }, ReturnValues: 'ALL_NEW', ...change }));
const remove = (id: string, more: Partial<DeleteItemCommandInput> = {}) =>
  client.send(new DeleteItemCommand({ TableName, Key: { id: { S: id } }, ...more }));
const one = { ':one': { N: '1' } };

describe('an update', () => {
  it('counts, appends, nests and removes in one expression', async () => {
    await update('u', {
      UpdateExpression:
        'SET attempts = if_not_exists(attempts, :zero) + :one, failures = list_append(if_not_exists(failures, :none), :failure), steps = :steps ADD tags :tags, runs :one',
      ExpressionAttributeValues: {
        ...one,
        ':zero': { N: '0' },
        ':none': { L: [] },
        ':failure': { L: [{ S: 'timeout' }] },
        ':steps': { M: { charge: { N: '1' } } },
        ':tags': { SS: ['slow', 'retried'] },
      },
    });
    const { Attributes } = await update('u', {
      UpdateExpression:
        'SET steps.charge = steps.charge + :one, failures[0] = :late ADD runs :one DELETE tags :slow REMOVE attempts',
      ExpressionAttributeValues: { ...one, ':late': { S: 'late' }, ':slow': { SS: ['slow'] } },
    });
    expect(Attributes).toEqual({
      id: { S: 'u' },
      failures: { L: [{ S: 'late' }] },
      steps: { M: { charge: { N: '2' } } },
      tags: { SS: ['retried'] },
      runs: { N: '2' },
    });
  });

  it('says what it has replaced when asked', async () => {
    await put({ id: { S: 'replaced' }, attempts: { N: '2' }, owner: { S: 'payments' } });
    const { Attributes } = await update('replaced', {
      UpdateExpression: 'SET attempts = :one',
      ExpressionAttributeValues: one,
      ReturnValues: 'UPDATED_OLD',
    });
    expect(Attributes).toEqual({ attempts: { N: '2' } });
  });

  it('is refused when it names a reserved word without an alias', async () => {
    const reserved = { UpdateExpression: 'SET status = :s', ExpressionAttributeValues: { ':s': { S: 'DEAD' } } };
    await expect(update('u', reserved)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('is refused with an alias that its expression does not use', async () => {
    const ExpressionAttributeNames = { '#unused': 'unused' };
    const unused = { ConditionExpression: 'attribute_not_exists(id)', ExpressionAttributeNames };
    await expect(put({ id: { S: 'alias' } }, unused)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('a deletion', () => {
  it('under a condition gives back what it deleted', async () => {
    const item = { id: { S: 'deleted' }, attempts: { N: '1' } };
    await put(item);
    const ifMany = { ConditionExpression: 'attempts > :one', ExpressionAttributeValues: one };
    await expect(remove('deleted', ifMany)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect((await remove('deleted', { ReturnValues: 'ALL_OLD' })).Attributes).toEqual(item);
    expect(await get('deleted')).toBeUndefined();
  });
});
