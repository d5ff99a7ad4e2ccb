import { connect } from 'node:net';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
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

  const scan = JSON.stringify({ TableName });
  const signature = 'Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';
  const head = [
    'POST / HTTP/1.1',
    `Host: ${new URL(endpoint).host}`,
    'Content-Type: application/x-amz-json-1.0',
    'X-Amz-Target: DynamoDB_20120810.Scan',
    'X-Amz-Date: 20260101T000000Z',
    `Authorization: AWS4-HMAC-SHA256 ${signature}`,
    `Content-Length: ${scan.length}`,
  ].join('\r\n');

  it.each([
    ['in the middle of its request', scan.slice(0, 3)],
    ['before its answer', scan],
  ])('goes on when a caller vanishes %s', async (_, sent) => {
    await put({ id: { S: 'big' }, body: { S: 'x'.repeat(300_000) } });
    const { hostname, port } = new URL(endpoint);
    const socket = connect(Number(port), hostname);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.once('connect', () => socket.write(`${head}\r\n\r\n${sent}`, () => socket.resetAndDestroy()));
    await closed;
  });
});
