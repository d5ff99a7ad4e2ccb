import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
beforeEach(async () => {
  trial = await startSqsTrial();
});
afterEach(() => trial.stop());

const post = async (target: string, body: string) => {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target };
  const response = await fetch(trial.engine.endpoint, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, json: (await response.json()) as { __type?: string } };
};

describe('the engine’s address', () => {
  it('answers a refusal with its name and the query protocol’s code', async () => {
    const { status, headers, json } = await post('AmazonSQS.GetQueueUrl', '{"QueueName":"nope"}');
    expect([status, json.__type, headers.get('x-amzn-query-error')]).toEqual([
      400,
      'com.amazonaws.sqs#QueueDoesNotExist',
      'AWS.SimpleQueueService.NonExistentQueue;Sender',
    ]);
  });

  it.each([
    ['an action SQS does not have', 'AmazonSQS.Nope', '{}', 'com.amazonaws.sqs#InvalidAction'],
    ['an action named like a method', 'AmazonSQS.toString', '{}', 'com.amazonaws.sqs#InvalidAction'],
    ['a body that is not JSON', 'AmazonSQS.ListQueues', '{oops', 'com.amazonaws.sqs#InvalidParameterValue'],
    ['a body that is no object', 'AmazonSQS.ListQueues', '[]', 'com.amazonaws.sqs#InvalidParameterValue'],
    ['a number for a name', 'AmazonSQS.CreateQueue', '{"QueueName":7}', 'com.amazonaws.sqs#InvalidParameterValue'],
    ['another service', 'AmazonSNS.Publish', '{}', 'com.amazon.coral.service#UnknownOperationException'],
    ['no service', '', '{}', 'com.amazon.coral.service#UnknownOperationException'],
  ])('refuses %s and goes on', async (_, target, body, type) => {
    const { status, json } = await post(target, body);
    expect([status, json.__type]).toEqual([400, type]);
    expect((await post('AmazonSQS.ListQueues', '{}')).status).toBe(200);
  });

  it('says that it does not speak the XML protocol', async () => {
    const body = new URLSearchParams({ Action: 'ListQueues' });
    const response = await fetch(trial.engine.endpoint, { method: 'POST', body });
    expect(await response.text()).toContain('this engine speaks the AWS JSON protocol of SQS and DynamoDB');
  });

  it('goes on when a caller vanishes in the middle of its request', async () => {
    const { hostname, port } = new URL(trial.engine.endpoint);
    const half = request({ hostname, port, method: 'POST', headers: { 'content-length': 100 } });
    const closed = new Promise((resolve) => half.once('close', resolve));
    half.on('error', () => undefined);
    half.write('{"half":', () => half.destroy());
    await closed;
    expect((await post('AmazonSQS.ListQueues', '{}')).status).toBe(200);
  });

  it('finds a queue by whatever host its URL names', async () => {
    const queue = await trial.createQueue();
    const elsewhere = queue.replace('127.0.0.1', 'localhost');
    await trial.send(elsewhere, 'x');
    expect(await trial.counts(queue)).toEqual(['1', '0', '0']);
  });
});

describe('the control routes', () => {
  const control = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; json: unknown }>((resolve, reject) => {
      const asked = request(`${trial.engine.endpoint}/_millrace/${path}`, { method, headers }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        resolve({ status: response.statusCode, json: JSON.parse(Buffer.concat(chunks).toString()) });
      });
      asked.on('error', reject).end(body && JSON.stringify(body));
    });

  it('move the clock on for another process', async () => {
    const queue = await trial.createQueue();
    await trial.send(queue, 'x', { DelaySeconds: 60 });
    expect(await control('POST', 'advance', { seconds: 60 })).toEqual({ status: 200, json: {} });
    expect(await trial.counts(queue)).toEqual(['1', '0', '0']);
  });

  it('tell the time it has come to', async () => {
    await control('POST', 'advance', { seconds: 90 });
    expect((await control('GET', 'clock')).json).toEqual({ now: '2026-01-01T00:01:30.000Z' });
  });

  it.each([{}, { seconds: -1 }, { seconds: '5' }])('refuse to move it by %j', async (body) => {
    expect((await control('POST', 'advance', body)).status).toBe(400);
  });

  it('show the requests by action, and forget them', async () => {
    await trial.createQueue();
    await post('AmazonSQS.ListQueues', '{}');
    await post('AmazonSQS.ListQueues', '{}');
    const counted = { 'AmazonSQS.CreateQueue': 1, 'AmazonSQS.ListQueues': 2 };
    expect((await control('GET', 'requests')).json).toEqual(counted);
    await control('DELETE', 'requests');
    expect((await control('GET', 'requests')).json).toEqual({});
  });

  it('reset everything', async () => {
    await trial.createQueue();
    await control('POST', 'reset');
    expect(trial.engine.sqs.queueNames()).toEqual([]);
  });

  it('sweep items whose time is over', async () => {
    expect(await control('POST', 'sweep-ttl')).toEqual({ status: 200, json: { deleted: 0 } });
  });

  it.each([
    ['from a web page', { origin: 'http://127.0.0.1:3000' }],
    ['under another name', { host: 'rebound.example' }],
    ['under a name that begins like this machine’s', { host: '127.0.0.1.example' }],
  ])('are refused %s', async (_, headers) => {
    expect((await control('POST', 'reset', {}, headers)).status).toBe(403);
  });

  it('answer an unknown one with 404', async () => {
    expect((await control('GET', 'nothing')).status).toBe(404);
  });
});
