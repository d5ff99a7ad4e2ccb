import { PutItemCommand, QueryCommand, type QueryCommandInput, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { openJobsTable } from './dynamodb-contract.ts';
import type { Item } from './item-calls.ts';

const { client, createTable, unusedName, stop } = await openJobsTable();
afterAll(stop);

const TableName = unusedName();
await createTable({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'job', AttributeType: 'S' },
    { AttributeName: 'step', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'job', KeyType: 'HASH' },
    { AttributeName: 'step', KeyType: 'RANGE' },
  ],
});
const put = (job: string, step: string, more: Item = {}) =>
  client.send(new PutItemCommand({ TableName, Item: { job: { S: job }, step: { S: step }, ...more } }));
const query = (job: string, more: Partial<QueryCommandInput> = {}) => {
  const ExpressionAttributeValues = { ':job': { S: job }, ...more.ExpressionAttributeValues };
  return client.send(
    new QueryCommand({ TableName, KeyConditionExpression: 'job = :job', ...more, ExpressionAttributeValues }),
  );
};
/** Every page's items, one array a page. */
async function pages<Key>(
  ask: (startKey: Key | undefined) => Promise<{ Items?: Item[] | undefined; LastEvaluatedKey?: Key | undefined }>,
): Promise<Item[][]> {
  const found: Item[][] = [];
  let startKey: Key | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await ask(startKey);
    found.push(Items);
    startKey = LastEvaluatedKey;
  } while (startKey !== undefined && found.length < 50);
  return found;
}

describe('a query', () => {
  it('finds steps by their beginning, backwards, in pages', async () => {
    for (let step = 0; step < 12; step++) await put('steps', `run-${String(step).padStart(2, '0')}`);
    await put('steps', 'end');
    const found = await pages((ExclusiveStartKey: Item | undefined) =>
      query('steps', {
        KeyConditionExpression: 'job = :job AND begins_with(step, :run)',
        ExpressionAttributeValues: { ':run': { S: 'run-' } },
        ScanIndexForward: false,
        Limit: 5,
        ExclusiveStartKey,
      }),
    );
    expect(found.map((page) => page.map(({ step }) => step?.S)).slice(0, 3)).toEqual([
      ['run-11', 'run-10', 'run-09', 'run-08', 'run-07'],
      ['run-06', 'run-05', 'run-04', 'run-03', 'run-02'],
      ['run-01', 'run-00'],
    ]);
  });

  it('counts what its filter leaves beside what it read', async () => {
    for (let cost = 0; cost < 12; cost++) await put('costs', `${cost}`, { cost: { N: `${cost}` } });
    const { Count, ScannedCount, Items } = await query('costs', {
      FilterExpression: 'cost > :most',
      ExpressionAttributeValues: { ':most': { N: '6' } },
      Select: 'COUNT',
    });
    expect([Count, ScannedCount, Items]).toEqual([5, 12, undefined]);
  });

  it('stops at 1 MB and says where to go on', async () => {
    for (let part = 0; part < 5; part++) await put('heavy', `${part}`, { body: { S: 'x'.repeat(300_000) } });
    const found = await pages((ExclusiveStartKey: Item | undefined) => query('heavy', { ExclusiveStartKey }));
    expect([3, 4]).toContain(found[0]?.length);
    expect(found.flat().map(({ step }) => step?.S)).toEqual(['0', '1', '2', '3', '4']);
  });
});

describe('a scan', () => {
  it('in four segments finds every item once', async () => {
    for (let job = 0; job < 20; job++) await put(`scanned-${job}`, 'only');
    const segments = [0, 1, 2, 3].map((Segment) =>
      pages((ExclusiveStartKey: Item | undefined) =>
        client.send(new ScanCommand({ TableName, Segment, TotalSegments: 4, ExclusiveStartKey })),
      ),
    );
    const items = (await Promise.all(segments)).flat(2);
    const keys = items.map(({ job, step }) => `${job?.S}/${step?.S}`).filter((key) => key.startsWith('scanned-'));
    expect(new Set(keys).size).toBe(20);
    expect(keys).toHaveLength(20);
  });

  it('leaves out what its filter refuses', async () => {
    await put('filtered', 'a', { team: { S: 'payments' } });
    await put('filtered', 'b', { team: { S: 'mail' } });
    const filter = {
      TableName,
      FilterExpression: 'begins_with(team, :prefix)',
      ExpressionAttributeValues: { ':prefix': { S: 'pay' } },
    };
    const found = await pages((ExclusiveStartKey: Item | undefined) =>
      client.send(new ScanCommand({ ...filter, ExclusiveStartKey })),
    );
    expect(found.flat().map(({ step }) => step?.S)).toEqual(['a']);
  });
});
