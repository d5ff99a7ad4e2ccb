import {
  TransactGetItemsCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  type Update,
} from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { startJobsTable } from './dynamodb-jobs-table.ts';

const { clock, client, put, get, stop } = await startJobsTable();
afterAll(stop);

const transact = (TransactItems: TransactWriteItem[], options: Partial<TransactWriteItemsCommandInput> = {}) =>
  client.send(new TransactWriteItemsCommand({ TransactItems, ...options }));
const at = (id: string) => ({ TableName: 'jobs', Key: { id: { S: id } } });
const addOne = (id: string): { Update: Update } => ({
  Update: {
    ...at(id),
    UpdateExpression: 'ADD attempts :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  },
});

describe('a transaction', () => {
  it('puts, updates, deletes and checks together', async () => {
    await put({ id: { S: 'updated' }, attempts: { N: '1' } });
    await put({ id: { S: 'deleted' } });
    await put({ id: { S: 'checked' } });
    await transact([
      { Put: { TableName: 'jobs', Item: { id: { S: 'put' } }, ConditionExpression: 'attribute_not_exists(id)' } },
      addOne('updated'),
      { Delete: at('deleted') },
      { ConditionCheck: { ...at('checked'), ConditionExpression: 'attribute_exists(id)' } },
    ]);
    expect(await get('put')).toEqual({ id: { S: 'put' } });
    expect(await get('updated')).toEqual({ id: { S: 'updated' }, attempts: { N: '2' } });
    expect(await get('deleted')).toBeUndefined();
  });

  it('leaves nothing behind when one condition fails, and gives each reason with the item asked for', async () => {
    await put({ id: { S: 'there' }, attempts: { N: '3' } });
    await put({ id: { S: 'spared' } });
    const cancelled = await transact([
      { Put: { TableName: 'jobs', Item: { id: { S: 'rolled-back' } } } },
      addOne('there'),
      { Delete: at('spared') },
      {
        ConditionCheck: {
          ...at('checked'),
          ConditionExpression: 'attribute_not_exists(id)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    ]).catch((error) => error);
    expect(cancelled).toMatchObject({
      name: 'TransactionCanceledException',
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, None, None, ConditionalCheckFailed]',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'None' },
        { Code: 'None' },
        {
          Code: 'ConditionalCheckFailed',
          Message: 'The conditional request failed',
          Item: { id: { S: 'checked' } },
        },
      ],
    });
    expect(await get('rolled-back')).toBeUndefined();
    expect(await get('there')).toEqual({ id: { S: 'there' }, attempts: { N: '3' } });
    expect(await get('spared')).toEqual({ id: { S: 'spared' } });
  });

  it('is cancelled by an update that does not fit its item', async () => {
    await put({ id: { S: 'text' }, attempts: { S: 'many' } });
    const cancelled = await transact([addOne('fine'), addOne('text')]).catch((error) => error);
    expect(cancelled.CancellationReasons).toEqual([
      { Code: 'None' },
      { Code: 'ValidationError', Message: 'An operand in the update expression has an incorrect data type' },
    ]);
    expect(await get('fine')).toBeUndefined();
  });

  it('is refused before it starts when it is empty, too long, writes one item twice or names no table', async () => {
    const refused = async (items: TransactWriteItem[]) => (await transact(items).catch((error) => error)).name;
    const tooMany = Array.from({ length: 101 }, (_, index) => addOne(`many-${index}`));
    expect(await refused([])).toBe('ValidationException');
    expect(await refused(tooMany)).toBe('ValidationException');
    expect(await refused([addOne('twice'), { Delete: at('twice') }])).toBe('ValidationException');
    expect(await refused([addOne('once'), { Delete: { ...at('x'), TableName: 'missing' } }])).toBe(
      'ResourceNotFoundException',
    );
    expect(await get('once')).toBeUndefined();
  });

  it('never lets a reader see half of it', async () => {
    const bothAt = async () => {
      const { Responses } = await client.send(
        new TransactGetItemsCommand({ TransactItems: [{ Get: at('left') }, { Get: at('right') }] }),
      );
      return Responses?.map(({ Item }) => Item?.attempts?.N ?? '0');
    };
    const writes = Array.from({ length: 20 }, () => transact([addOne('left'), addOne('right')]));
    const reads = await Promise.all(Array.from({ length: 20 }, bothAt));
    await Promise.all(writes);
    for (const [left, right] of reads.map((read) => read ?? [])) expect(left).toBe(right);
    expect(await bothAt()).toEqual(['20', '20']);
  });

  it('keeps out of plain writes to the same item', async () => {
    const plain = Array.from({ length: 20 }, (_, index) => put({ id: { S: `plain-${index}` } }));
    const both = Array.from({ length: 20 }, (_, index) => transact([addOne(`plain-${index}`), addOne('total')]));
    await Promise.all([...plain, ...both]);
    expect(await get('total')).toEqual({ id: { S: 'total' }, attempts: { N: '20' } });
  });
});

describe('a client request token', () => {
  const token = { ClientRequestToken: 'token-1' };

  it('makes a repeated transaction count once, for ten minutes', async () => {
    await transact([addOne('repeated')], token);
    clock.advance(599);
    await transact([addOne('repeated')], token);
    expect((await get('repeated'))?.attempts).toEqual({ N: '1' });
    clock.advance(1);
    await transact([addOne('repeated')], token);
    expect((await get('repeated'))?.attempts).toEqual({ N: '2' });
  });

  it('is refused with other content', async () => {
    await expect(transact([addOne('other')], token)).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    });
  });

  it('is not used up by a transaction that was cancelled', async () => {
    const onlyIfThere = [
      { Delete: { ...at('late'), ConditionExpression: 'attribute_exists(id)' } },
    ] satisfies TransactWriteItem[];
    const second = { ClientRequestToken: 'token-2' };
    await expect(transact(onlyIfThere, second)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    await put({ id: { S: 'late' } });
    await transact(onlyIfThere, second);
    expect(await get('late')).toBeUndefined();
  });
});

describe('a transaction that says what it consumed', () => {
  it('counts each write twice', async () => {
    const { ConsumedCapacity } = await transact([addOne('cost-1'), addOne('cost-2')], {
      ReturnConsumedCapacity: 'TOTAL',
    });
    expect(ConsumedCapacity).toEqual([{ TableName: 'jobs', CapacityUnits: 4 }]);
  });
});
