import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sqsSourceQueue } from '../../millrace/local/event-source/source-queue.ts';
import { createSqsQueues } from '../../millrace/message/sqs-queues.ts';
import { serveListener } from '../local/serve-listener.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const clientAt = (endpoint: string) => new SQSClient({ region: 'us-east-1', endpoint, credentials });

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
    const client = clientAt(`http://localhost:${port}`);
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
    client = clientAt(`http://127.0.0.1:${port}`);
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

describe('a queue that is asked', () => {
  /** A server that gives every request this answer, and keeps what it was asked. */
  async function askedOf(answer: object) {
    const asked: unknown[] = [];
    const port = await serveListener((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        asked.push(JSON.parse(body));
        response.setHeader('content-type', 'application/x-amz-json-1.0');
        response.end(JSON.stringify(answer));
      });
    });
    const client = clientAt(`http://localhost:${port}`);
    onTestFinished(() => client.destroy());
    return { asked, client };
  }

  it('is asked for all attributes of a message, SQS’s own by the name that they have today', async () => {
    const { asked, client } = await askedOf({});
    const names = { MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All'] };
    await createSqsQueues(client).receive('q', { most: 3, waitSeconds: 0, visibilitySeconds: 5 });
    await sqsSourceQueue(client, 'q').receive(3, 0, new AbortController().signal);
    expect(asked).toMatchObject([names, names]);
    for (const one of asked) expect(one).not.toHaveProperty('AttributeNames');
  });

  it('and leaves out a count makes an error: what is not known is not none', async () => {
    const told = { ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesDelayed: '0' };
    const { client } = await askedOf({ Attributes: told });
    await expect(createSqsQueues(client).depth('q')).rejects.toThrow(
      'SQS gave no ApproximateNumberOfMessagesNotVisible of q: ask again',
    );
  });
});
