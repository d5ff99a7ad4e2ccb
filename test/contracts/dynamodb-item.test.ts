import { BatchGetItemCommand, BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { openJobsTable } from './dynamodb-contract.ts';

const { client, table, put, get, stop } = await openJobsTable();
afterAll(stop);

const refused = { name: 'ValidationException' };

describe('an item', () => {
  it('keeps every type of value', async () => {
    const item = {
      id: { S: 'typed' },
      number: { N: '1.5' },
      yes: { BOOL: true },
      nothing: { NULL: true as const },
      bytes: { B: new Uint8Array([1, 2, 255]) },
      list: { L: [{ N: '1' }, { S: 'a' }, { M: { no: { BOOL: false } } }] },
      map: { M: { deep: { M: { empty: { L: [] } } } } },
      texts: { SS: ['p', 'q'] },
      numbers: { NS: ['7'] },
    };
    await put(item);
    const { texts, ...rest } = (await get('typed')) ?? {};
    expect({ ...rest, texts: { SS: texts?.SS?.toSorted() } }).toEqual(item);
  });

  it('keeps empty text and empty bytes, but not for its key', async () => {
    const item = { id: { S: 'empty' }, note: { S: '' }, bytes: { B: new Uint8Array() } };
    await put(item);
    expect(await get('empty')).toEqual(item);
    await expect(put({ id: { S: '' } })).rejects.toMatchObject(refused);
  });

  it('keeps numbers of 38 digits, and takes none of 39', async () => {
    const digits = '12345678901234567890123456789012345678';
    await put({ id: { S: 'exact' }, amount: { N: digits } });
    expect((await get('exact'))?.amount).toEqual({ N: digits });
    await expect(put({ id: { S: 'inexact' }, amount: { N: `${digits}9` } })).rejects.toMatchObject(refused);
  });

  it('may weigh 400 KB and no more', async () => {
    await put({ id: { S: 'big' }, body: { S: 'x'.repeat(409_000) } });
    expect((await get('big'))?.body?.S).toHaveLength(409_000);
    await expect(put({ id: { S: 'big' }, body: { S: 'x'.repeat(410_000) } })).rejects.toMatchObject(refused);
  });

  it('says what its write consumed when asked', async () => {
    const { ConsumedCapacity } = await put({ id: { S: 'cost' } }, { ReturnConsumedCapacity: 'TOTAL' });
    expect(ConsumedCapacity).toEqual({ TableName: table, CapacityUnits: 1 });
  });
});

describe('a batch', () => {
  const requests = (count: number) => ({
    [table]: Array.from({ length: count }, (_, index) => ({ PutRequest: { Item: { id: { S: `b-${index}` } } } })),
  });

  it('writes 25 items, and refuses 26', async () => {
    const { UnprocessedItems = {} } = await client.send(new BatchWriteItemCommand({ RequestItems: requests(25) }));
    expect(UnprocessedItems).toEqual({});
    const Keys = [{ id: { S: 'b-0' } }, { id: { S: 'b-24' } }, { id: { S: 'b-25' } }];
    const { Responses } = await client.send(new BatchGetItemCommand({ RequestItems: { [table]: { Keys } } }));
    expect(Responses?.[table]?.map(({ id }) => id?.S).sort()).toEqual(['b-0', 'b-24']);
    await expect(client.send(new BatchWriteItemCommand({ RequestItems: requests(26) }))).rejects.toMatchObject(refused);
  });
});
