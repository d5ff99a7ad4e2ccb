import {
  DeleteTableCommand,
  DescribeTimeToLiveCommand,
  QueryCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openJobsTable } from './dynamodb-contract.ts';
import { createItemCalls } from './item-calls.ts';
import { jobsTable } from './jobs-table.ts';

const { client, unusedName, createTable, now, pass, skipWait, sweepTtl, stop } = await openJobsTable();
afterAll(stop);

let TableName: string;
let items: ReturnType<typeof createItemCalls>;
beforeEach(async () => {
  TableName = unusedName();
  await createTable(jobsTable(TableName));
  items = createItemCalls(client, TableName);
});

const setTimeToLive = (Enabled: boolean, AttributeName = 'expiration') =>
  client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { AttributeName, Enabled } }));
const description = async () => (await client.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription;
const inSeconds = async (seconds: number) => ({ N: String(Math.floor((await now()) / 1000) + seconds) });
const isThere = async (id: string) => (await items.get(id)) !== undefined;

describe('time to live', () => {
  it('is off until it is turned on for one attribute', async () => {
    expect((await description())?.TimeToLiveStatus).toBe('DISABLED');
    await setTimeToLive(true);
    const { TimeToLiveStatus, AttributeName } = (await description()) ?? {};
    expect(['ENABLING', 'ENABLED']).toContain(TimeToLiveStatus);
    expect(AttributeName).toBe('expiration');
  });

  it('is refused where it is as asked, or on for another attribute', async () => {
    const refused = { name: 'ValidationException' };
    await expect(setTimeToLive(false)).rejects.toMatchObject(refused);
    await setTimeToLive(true);
    await expect(setTimeToLive(true)).rejects.toMatchObject(refused);
    await expect(setTimeToLive(true, 'other')).rejects.toMatchObject(refused);
  });

  it('is off again for a table that was created anew', async () => {
    await setTimeToLive(true);
    await client.send(new DeleteTableCommand({ TableName }));
    const again = () => createTable(jobsTable(TableName)).then(() => 'created');
    await expect.poll(() => again().catch((error) => error.name), { timeout: 10_000 }).toBe('created');
    expect((await description())?.TimeToLiveStatus).toBe('DISABLED');
  });

  it('takes an expired item, written before or after it was turned on, out of the index too', async ({ skip }) => {
    skipWait(skip, 62);
    const indexed = { status: { S: 'COMPLETED' }, due_at: { N: '1' } };
    await items.put({ id: { S: 'before' }, expiration: await inSeconds(60), ...indexed });
    await setTimeToLive(true);
    await items.put({ id: { S: 'after' }, expiration: await inSeconds(60), ...indexed });
    await sweepTtl(skip);
    expect([await isThere('before'), await isThere('after')]).toEqual([true, true]);
    await pass(62);
    await sweepTtl(skip);
    expect([await isThere('before'), await isThere('after')]).toEqual([false, false]);
    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'by-status',
        KeyConditionExpression: '#status = :completed',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':completed': { S: 'COMPLETED' } },
      }),
    );
    expect(Items).toEqual([]);
  });

  it('spares an item written anew with a later time, without one, or with text for one', async ({ skip }) => {
    skipWait(skip, 62);
    await setTimeToLive(true);
    for (const id of ['later', 'without', 'text']) await items.put({ id: { S: id }, expiration: await inSeconds(60) });
    await items.put({ id: { S: 'later' }, expiration: await inSeconds(3600) });
    await items.put({ id: { S: 'without' } });
    await items.put({ id: { S: 'text' }, expiration: { S: '1' } });
    await pass(62);
    await sweepTtl(skip);
    expect([await isThere('later'), await isThere('without'), await isThere('text')]).toEqual([true, true, true]);
  });

  it('spares what expired more than five years ago', async ({ skip }) => {
    await setTimeToLive(true);
    await items.put({ id: { S: 'mistaken' }, expiration: { N: '1000' } });
    await sweepTtl(skip);
    expect(await isThere('mistaken')).toBe(true);
  });

  it('takes nothing where it is turned off', async ({ skip }) => {
    await setTimeToLive(true);
    await setTimeToLive(false);
    await items.put({ id: { S: 'kept' }, expiration: await inSeconds(-10) });
    await sweepTtl(skip);
    expect(await isThere('kept')).toBe(true);
  });
});
