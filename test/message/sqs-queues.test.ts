import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSqsQueues } from '../../millrace/message/sqs-queues.ts';
import { serveListener } from '../local/serve-listener.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Confirms the first entry, refuses the second, and says nothing of the third. */
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const Successful = [{ Id: '0', MessageId: 'm-0', MD5OfMessageBody: md5('first') }];
    const Failed = [{ Id: '1', Code: 'InvalidMessageContents', SenderFault: true }];
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify({ Successful, Failed }));
  });
});

describe('a hide that is given up', () => {
  it('rejects, and is not sent again', async () => {
    let asked = 0;
    const port = await serveListener(() => {
      asked += 1;
      giveUp.abort();
    });
    const giveUp = new AbortController();
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new SQSClient({ region: 'us-east-1', endpoint: `http://localhost:${port}`, credentials });
    onTestFinished(() => client.destroy());
    const hide = createSqsQueues(client).hide('q', [{ receiptHandle: 'h', seconds: 5 }], giveUp.signal);
    await expect(hide).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toBe(1);
  });
});

describe('a batch answered for two of its three entries', () => {
  let client: SQSClient;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    client = new SQSClient({ region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, credentials });
  });
  afterAll(() => {
    client.destroy();
    server.close();
  });

  const failures = [
    { index: 1, code: 'InvalidMessageContents', senderFault: true },
    { index: 2, code: 'NotConfirmed', senderFault: false },
  ];
  const handles = ['h-0', 'h-1', 'h-2'];

  it('counts the third as not sent', async () => {
    const messages = ['first', 'second', 'third'].map((body) => ({ body }));
    expect(await createSqsQueues(client).send('q', messages)).toEqual(failures);
  });

  it('counts the third as not hidden', async () => {
    const hides = handles.map((receiptHandle) => ({ receiptHandle, seconds: 5 }));
    expect(await createSqsQueues(client).hide('q', hides)).toEqual(failures);
  });

  it('counts the third as not deleted', async () => {
    expect(await createSqsQueues(client).delete('q', handles)).toEqual(failures);
  });
});
