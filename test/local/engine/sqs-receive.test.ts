import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodies, type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
beforeEach(async () => {
  trial = await startSqsTrial();
});
afterEach(() => trial.stop());

describe('a receive', () => {
  it('takes one message by default and at most ten', async () => {
    const queue = await trial.createQueue();
    for (let index = 0; index < 12; index++) await trial.send(queue, `${index}`);
    expect(bodies(await trial.receive(queue, { MaxNumberOfMessages: undefined }))).toEqual(['0']);
    expect(await trial.receive(queue)).toHaveLength(10);
    expect(bodies(await trial.receive(queue))).toEqual(['11']);
  });

  it.each([
    [{ MaxNumberOfMessages: 0 }],
    [{ MaxNumberOfMessages: 11 }],
    [{ WaitTimeSeconds: 21 }],
    [{ VisibilityTimeout: 43_201 }],
  ])('with %j is refused', async (more) => {
    const queue = await trial.createQueue();
    await expect(trial.receive(queue, more)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  it('of a hundred at once gives each of a hundred messages to one caller', async () => {
    const queue = await trial.createQueue();
    for (let index = 0; index < 100; index++) await trial.send(queue, `${index}`);
    const receives = Array.from({ length: 100 }, () => trial.receiveOne(queue));
    const received = await Promise.all(receives);
    expect(new Set(bodies(received)).size).toBe(100);
  });

  it('puts a message that came back three times behind the others', async () => {
    const queue = await trial.createQueue();
    await trial.send(queue, 'comes back');
    for (let time = 0; time < 3; time++) await trial.receiveOne(queue, { VisibilityTimeout: 0 });
    await trial.send(queue, 'later');
    expect(bodies(await trial.receive(queue))).toEqual(['later', 'comes back']);
  });
});

describe('a received message', () => {
  it('is hidden until its visibility timeout ends, then comes again under a new handle', async () => {
    const queue = await trial.createQueue({ VisibilityTimeout: '10' });
    await trial.send(queue, 'x');
    const first = await trial.receiveOne(queue);
    trial.advance(9.999);
    expect(await trial.receive(queue)).toEqual([]);
    trial.advance(0.001);
    const second = await trial.receiveOne(queue);
    expect(second.MessageId).toBe(first.MessageId);
    expect(second.ReceiptHandle).not.toBe(first.ReceiptHandle);
    expect(second.Attributes).toMatchObject({
      ApproximateReceiveCount: '2',
      SentTimestamp: '1767225600000',
      ApproximateFirstReceiveTimestamp: '1767225600000',
    });
  });

  it('is hidden as long as its receive says, 0 leaves it visible', async () => {
    const queue = await trial.createQueue();
    await trial.send(queue, 'x');
    await trial.receiveOne(queue, { VisibilityTimeout: 0 });
    await trial.receiveOne(queue, { VisibilityTimeout: 2 });
    trial.advance(1);
    expect(await trial.receive(queue)).toEqual([]);
    trial.advance(1);
    expect((await trial.receiveOne(queue)).Attributes?.ApproximateReceiveCount).toBe('3');
  });
});

describe('a delayed message', () => {
  it('appears when its own delay or its queue’s is over', async () => {
    const queue = await trial.createQueue({ DelaySeconds: '5' });
    await trial.send(queue, 'at once', { DelaySeconds: 0 });
    await trial.send(queue, 'by the queue');
    await trial.send(queue, 'by itself', { DelaySeconds: 900 });
    expect(await trial.counts(queue)).toEqual(['1', '0', '2']);
    expect(bodies(await trial.receive(queue))).toEqual(['at once']);
    trial.advance(5);
    expect(bodies(await trial.receive(queue))).toEqual(['by the queue']);
    trial.advance(894);
    await trial.receive(queue, { VisibilityTimeout: 900 });
    trial.advance(1);
    expect(bodies(await trial.receive(queue))).toEqual(['by itself']);
  });
});

describe('the counts of a queue', () => {
  it('stay true while nobody receives', async () => {
    const queue = await trial.createQueue({ VisibilityTimeout: '10' });
    for (const body of ['a', 'b', 'c']) await trial.send(queue, body);
    await trial.send(queue, 'd', { DelaySeconds: 10 });
    await trial.receiveOne(queue);
    expect(await trial.counts(queue)).toEqual(['2', '1', '1']);
    trial.advance(10);
    expect(await trial.counts(queue)).toEqual(['4', '0', '0']);
  });
});

describe('a message older than its queue’s retention', () => {
  it('is gone, visible, delayed or in flight', async () => {
    const queue = await trial.createQueue({ MessageRetentionPeriod: '60' });
    await trial.send(queue, 'in flight');
    await trial.receiveOne(queue, { VisibilityTimeout: 300 });
    await trial.send(queue, 'visible');
    await trial.send(queue, 'delayed', { DelaySeconds: 300 });
    trial.advance(59);
    expect(await trial.counts(queue)).toEqual(['1', '1', '1']);
    trial.advance(1);
    expect(await trial.counts(queue)).toEqual(['0', '0', '0']);
  });

  it('is gone as soon as the retention is shortened', async () => {
    const queue = await trial.createQueue();
    await trial.send(queue, 'old');
    trial.advance(120);
    await trial.send(queue, 'new');
    const Attributes = { MessageRetentionPeriod: '120' };
    await trial.client.send(new SetQueueAttributesCommand({ QueueUrl: queue, Attributes }));
    expect(bodies(await trial.receive(queue))).toEqual(['new']);
  });
});
