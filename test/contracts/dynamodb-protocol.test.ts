import { connect } from 'node:net';
import { ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openJobsTable } from './dynamodb-contract.ts';
import { post } from './raw-request.ts';

const { client, table: TableName, endpoint, put, stop } = await openJobsTable();
afterAll(stop);

describe('an engine of tables', () => {
  afterEach(async () => {
    expect((await client.send(new ListTablesCommand({ Limit: 1 }))).TableNames).toHaveLength(1);
  });

  it.each([
    ['an operation that DynamoDB does not have', 'DynamoDB_20120810.Nope', '{}'],
    ['a body that is not JSON', 'DynamoDB_20120810.ListTables', '{oops'],
  ])('refuses %s and goes on', async (_, target, body) => {
    expect((await post(endpoint, target, body)).status).toBe(400);
  });

  it('goes on when a caller waits no longer for its answer', async () => {
    await put({ id: { S: 'big' }, body: { S: 'x'.repeat(300_000) } });
    const caller = new AbortController();
    const answered = client.send(new ScanCommand({ TableName }), { abortSignal: caller.signal });
    caller.abort();
    await expect(answered).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('goes on when a caller vanishes in the middle of its request', async () => {
    const { hostname, port } = new URL(endpoint);
    const socket = connect(Number(port), hostname);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const half = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc';
    socket.once('connect', () => socket.write(half, () => socket.resetAndDestroy()));
    await closed;
  });
});
