import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, it } from 'vitest';
import { bodies } from './sqs-calls.ts';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());
const brief = sqs.briefSeconds;

describe('a receive', () => {
  it('takes one message by default and at most ten', async () => {
    const queue = await sqs.createQueue();
    for (let index = 0; index < 12; index++) await sqs.send(queue, `${index}`);
    const received = await sqs.receive(queue, { MaxNumberOfMessages: undefined });
    expect(received).toHaveLength(1);
    for (let rest = await sqs.receive(queue); rest.length > 0; rest = await sqs.receive(queue)) {
      expect(rest.length).toBeLessThanOrEqual(10);
      received.push(...rest);
    }
    expect(new Set(bodies(received)).size).toBe(12);
  });

  it('finds nothing in an empty queue, at once', async () => {
    const queue = await sqs.createQueue();
    const askedAt = performance.now();
    expect(await sqs.receive(queue, { WaitTimeSeconds: undefined })).toEqual([]);
    expect(performance.now() - askedAt).toBeLessThan(5000);
  });

  it.each([
    [{ MaxNumberOfMessages: 0 }],
    [{ MaxNumberOfMessages: 11 }],
    [{ WaitTimeSeconds: 21 }],
    [{ VisibilityTimeout: 43_201 }],
  ])('with %j is refused', async (more) => {
    const queue = await sqs.createQueue();
    await expect(sqs.receive(queue, more)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  it('of a hundred at once gives each of a hundred messages to one caller', async () => {
    const queue = await sqs.createQueue();
    for (let index = 0; index < 100; index++) await sqs.send(queue, `${index}`);
    const receives = Array.from({ length: 100 }, () => sqs.receiveOne(queue));
    expect(new Set(bodies(await Promise.all(receives))).size).toBe(100);
  });
});

describe('a received message', () => {
  it('is hidden until its visibility timeout ends, then comes again under a new handle', async () => {
    const queue = await sqs.createQueue({ VisibilityTimeout: `${brief}` });
    await sqs.send(queue, 'x');
    const first = await sqs.receiveOne(queue);
    await sqs.pass(brief / 2);
    expect(await sqs.receive(queue)).toEqual([]);
    await sqs.pass(brief / 2);
    const second = await sqs.receiveOne(queue);
    expect(second.MessageId).toBe(first.MessageId);
    expect(second.ReceiptHandle).not.toBe(first.ReceiptHandle);
    expect(second.Attributes).toMatchObject({
      ApproximateReceiveCount: '2',
      SentTimestamp: first.Attributes?.SentTimestamp,
      ApproximateFirstReceiveTimestamp: first.Attributes?.ApproximateFirstReceiveTimestamp,
    });
  });

  it('is hidden as long as its receive says, 0 leaves it visible', async () => {
    const queue = await sqs.createQueue();
    await sqs.send(queue, 'x');
    await sqs.receiveOne(queue, { VisibilityTimeout: 0 });
    await sqs.receiveOne(queue, { VisibilityTimeout: brief });
    await sqs.pass(brief / 2);
    expect(await sqs.receive(queue)).toEqual([]);
    await sqs.pass(brief / 2);
    expect((await sqs.receiveOne(queue)).Attributes?.ApproximateReceiveCount).toBe('3');
  });
});

describe('a delayed message', () => {
  it('appears when its own delay or its queue’s is over', async () => {
    const queue = await sqs.createQueue({ DelaySeconds: `${brief}` });
    await sqs.send(queue, 'at once', { DelaySeconds: 0 });
    await sqs.send(queue, 'by the queue');
    await sqs.send(queue, 'by itself', { DelaySeconds: 2 * brief });
    expect(await sqs.counts(queue)).toEqual(['1', '0', '2']);
    expect(bodies(await sqs.receive(queue))).toEqual(['at once']);
    await sqs.pass(brief);
    expect(bodies(await sqs.receive(queue))).toEqual(['by the queue']);
    await sqs.pass(brief);
    expect(bodies(await sqs.receive(queue))).toEqual(['by itself']);
  });

  it('may wait for 900 seconds', async ({ skip }) => {
    sqs.skipWait(skip, 900);
    const queue = await sqs.createQueue();
    await sqs.send(queue, 'late', { DelaySeconds: 900 });
    await sqs.pass(890);
    expect(await sqs.receive(queue)).toEqual([]);
    await sqs.pass(10);
    expect(bodies(await sqs.receive(queue))).toEqual(['late']);
  });
});

describe('the counts of a queue', () => {
  it('stay true while nobody receives', async () => {
    const queue = await sqs.createQueue({ VisibilityTimeout: `${brief}` });
    for (const body of ['a', 'b', 'c']) await sqs.send(queue, body);
    await sqs.send(queue, 'd', { DelaySeconds: brief });
    await sqs.receiveOne(queue);
    expect(await sqs.counts(queue)).toEqual(['2', '1', '1']);
    await sqs.pass(brief);
    expect(await sqs.counts(queue)).toEqual(['4', '0', '0']);
  });
});

describe('a message older than its queue’s retention', () => {
  it('is gone, visible, delayed or in flight', async ({ skip }) => {
    sqs.skipWait(skip, 60);
    const queue = await sqs.createQueue({ MessageRetentionPeriod: '60' });
    await sqs.send(queue, 'in flight');
    await sqs.receiveOne(queue, { VisibilityTimeout: 300 });
    await sqs.send(queue, 'visible');
    await sqs.send(queue, 'delayed', { DelaySeconds: 300 });
    await sqs.pass(50);
    expect(await sqs.counts(queue)).toEqual(['1', '1', '1']);
    await sqs.pass(10);
    expect(await sqs.counts(queue)).toEqual(['0', '0', '0']);
  });

  it('is gone when the retention is shortened', async ({ skip }) => {
    sqs.skipWait(skip, 120);
    const queue = await sqs.createQueue();
    await sqs.send(queue, 'old');
    await sqs.pass(120);
    await sqs.send(queue, 'new');
    const Attributes = { MessageRetentionPeriod: '120' };
    await sqs.client.send(new SetQueueAttributesCommand({ QueueUrl: queue, Attributes }));
    expect(bodies(await sqs.receive(queue))).toEqual(['new']);
  });
});
