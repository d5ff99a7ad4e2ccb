import {
  TransactGetItemsCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  type Update,
} from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { openJobsTable } from './dynamodb-contract.ts';

const { client, table: TableName, unusedName, put, get, pass, skipWait, stop } = await openJobsTable();
afterAll(stop);

const transact = (TransactItems: TransactWriteItem[], options: Partial<TransactWriteItemsCommandInput> = {}) =>
  client.send(new TransactWriteItemsCommand({ TransactItems, ...options }));
const at = (id: string) => ({ TableName, Key: { id: { S: id } } });
const addOne = (id: string): { Update: Update } => ({
  Update: {
    ...at(id),
    UpdateExpression: 'ADD attempts :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  },
});

/** DynamoDB may cancel what meets a transaction at the same item; its caller asks again. */
async function untilAlone<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const conflict = /^Transaction(Conflict|InProgress)Exception$/;
  for (let time = 0; time < 200; time++) {
    const answer = await ask().catch((error) => {
      const reasons: { Code?: string }[] = error.CancellationReasons ?? [];
      if (!conflict.test(error.name) && !reasons.some(({ Code }) => Code === 'TransactionConflict')) throw error;
    });
    if (answer !== undefined) return answer;
  }
  return expect.fail('200 conflicts in a row');
}

describe('a transaction', () => {
  it('puts, updates, deletes and checks together', async () => {
    await put({ id: { S: 'updated' }, attempts: { N: '1' } });
    await put({ id: { S: 'deleted' } });
    await put({ id: { S: 'checked' } });
    await transact([
      { Put: { TableName, Item: { id: { S: 'put' } }, ConditionExpression: 'attribute_not_exists(id)' } },
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
      { Put: { TableName, Item: { id: { S: 'rolled-back' } } } },
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
    expect(await refused([addOne('once'), { Delete: { ...at('x'), TableName: unusedName() } }])).toBe(
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
    const bothOnce = () => transact([addOne('left'), addOne('right')]);
    const writes = Array.from({ length: 40 }, () => untilAlone(bothOnce));
    const reads = await Promise.all(Array.from({ length: 20 }, () => untilAlone(bothAt)));
    await Promise.all(writes);
    for (const [left, right] of reads.map((read) => read ?? [])) expect(left).toBe(right);
    expect(await bothAt()).toEqual(['40', '40']);
  });

  it('keeps out of plain writes to the same item', async () => {
    const plain = Array.from({ length: 20 }, (_, index) => untilAlone(() => put({ id: { S: `plain-${index}` } })));
    const both = Array.from({ length: 20 }, (_, index) =>
      untilAlone(() => transact([addOne(`plain-${index}`), addOne('total')])),
    );
    await Promise.all([...plain, ...both]);
    expect(await get('total')).toEqual({ id: { S: 'total' }, attempts: { N: '20' } });
  });
});

describe('a read of several items', () => {
  it('gives each in its place, and nothing for one that is not there', async () => {
    await put({ id: { S: 'read' }, attempts: { N: '7' } });
    const TransactItems = [{ Get: at('nobody') }, { Get: at('read') }];
    const { Responses } = await client.send(new TransactGetItemsCommand({ TransactItems }));
    expect(Responses?.map(({ Item }) => Item)).toEqual([undefined, { id: { S: 'read' }, attempts: { N: '7' } }]);
  });
});

describe('a client request token', () => {
  const newToken = () => ({ ClientRequestToken: unusedName() });

  it('makes a repeated transaction count once', async () => {
    const token = newToken();
    for (let time = 0; time < 3; time++) await transact([addOne('repeated')], token);
    expect((await get('repeated'))?.attempts).toEqual({ N: '1' });
  });

  it('holds for ten minutes', async ({ skip }) => {
    skipWait(skip, 600);
    const token = newToken();
    await transact([addOne('held')], token);
    await pass(590);
    await transact([addOne('held')], token);
    expect((await get('held'))?.attempts).toEqual({ N: '1' });
    await pass(10);
    await transact([addOne('held')], token);
    expect((await get('held'))?.attempts).toEqual({ N: '2' });
  });

  it('is refused with other content', async () => {
    const token = newToken();
    await transact([addOne('first')], token);
    await expect(transact([addOne('other')], token)).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    });
  });

  it('is not used up by a transaction that was cancelled', async () => {
    const onlyIfThere = [
      { Delete: { ...at('late'), ConditionExpression: 'attribute_exists(id)' } },
    ] satisfies TransactWriteItem[];
    const token = newToken();
    await expect(transact(onlyIfThere, token)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    await put({ id: { S: 'late' } });
    await transact(onlyIfThere, token);
    expect(await get('late')).toBeUndefined();
  });
});

describe('a transaction that says what it consumed', () => {
  it('counts each write twice', async () => {
    const { ConsumedCapacity } = await transact([addOne('cost-1'), addOne('cost-2')], {
      ReturnConsumedCapacity: 'TOTAL',
    });
    expect(ConsumedCapacity).toMatchObject([{ TableName, CapacityUnits: 4 }]);
  });
});
