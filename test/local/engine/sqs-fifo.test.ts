import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodies, type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
beforeEach(async () => {
  trial = await startSqsTrial();
});
afterEach(() => trial.stop());

const fifo = (attributes: Record<string, string> = {}) =>
  trial.createQueue({ FifoQueue: 'true', ContentBasedDeduplication: 'true', ...attributes });
const explicitIds = { ContentBasedDeduplication: 'false' };
const sendTo = (queue: string, group: string, ...messages: string[]) =>
  messages.reduce<Promise<unknown>>(
    (before, body) => before.then(() => trial.send(queue, body, { MessageGroupId: group })),
    Promise.resolve(),
  );

describe('a message group', () => {
  it('is delivered in order, several at once', async () => {
    const queue = await fifo();
    await sendTo(queue, 'g', 'a', 'b', 'c');
    expect(bodies(await trial.receive(queue, { MaxNumberOfMessages: 2 }))).toEqual(['a', 'b']);
  });

  it('waits while one of its messages is in flight; others flow', async () => {
    const queue = await fifo();
    await sendTo(queue, 'A', 'a1', 'a2');
    await sendTo(queue, 'B', 'b1');
    const head = await trial.receiveOne(queue);
    expect(bodies(await trial.receive(queue))).toEqual(['b1']);
    expect(await trial.receive(queue)).toEqual([]);
    await trial.remove(queue, head);
    expect(bodies(await trial.receive(queue))).toEqual(['a2']);
  });

  it('goes on with the same head after its timeout', async () => {
    const queue = await fifo();
    await sendTo(queue, 'A', 'a1', 'a2');
    await trial.receiveOne(queue);
    trial.advance(30);
    expect(bodies(await trial.receive(queue))).toEqual(['a1', 'a2']);
  });

  it('waits for the last of a batch, then repeats from the first that came back', async () => {
    const queue = await fifo();
    await sendTo(queue, 'A', 'a1', 'a2', 'a3', 'a4');
    const [first, second, third] = await trial.receive(queue, { MaxNumberOfMessages: 3 });
    if (!first || !second || !third) throw new Error('three messages were there');
    await trial.remove(queue, first);
    await trial.changeVisibility(queue, second, 0);
    expect(await trial.receive(queue)).toEqual([]);
    await trial.changeVisibility(queue, third, 0);
    expect(bodies(await trial.receive(queue))).toEqual(['a2', 'a3', 'a4']);
  });

  it('wakes a long poll when it opens', async () => {
    const queue = await fifo();
    await sendTo(queue, 'A', 'a1', 'a2');
    const head = await trial.receiveOne(queue);
    const received = trial.receive(queue, { WaitTimeSeconds: 20 });
    await trial.waiting(queue, 1);
    await trial.remove(queue, head);
    expect(bodies(await received)).toEqual(['a2']);
  });

  it('waits out its queue’s delay', async () => {
    const queue = await fifo({ DelaySeconds: '5' });
    await sendTo(queue, 'A', 'a1');
    expect(await trial.receive(queue)).toEqual([]);
    trial.advance(5);
    expect(bodies(await trial.receive(queue))).toEqual(['a1']);
  });

  it('goes on with the next message when its head is moved to the dead-letter queue', async () => {
    const { source, dead } = await trial.createQueues(1, { FifoQueue: 'true', ContentBasedDeduplication: 'true' });
    await sendTo(source, 'A', 'poison', 'next');
    const poison = await trial.receiveOne(source);
    trial.advance(30);
    expect(bodies(await trial.receive(source))).toEqual(['next']);
    expect((await trial.receiveOne(dead)).Attributes).toMatchObject({
      MessageGroupId: 'A',
      MessageDeduplicationId: poison.MessageId,
    });
  });
});

describe('a FIFO message', () => {
  it('has a sequence number of twenty digits that grows', async () => {
    const queue = await fifo();
    const send = (MessageBody: string) =>
      trial.client.send(new SendMessageCommand({ QueueUrl: queue, MessageBody, MessageGroupId: 'g' }));
    const numbers = [(await send('a')).SequenceNumber, (await send('b')).SequenceNumber];
    expect(numbers).toEqual(['10000000000000000001', '10000000000000000002']);
    expect((await trial.receive(queue)).map(({ Attributes }) => Attributes?.SequenceNumber)).toEqual(numbers);
  });

  it.each([
    ['without a group', { MessageDeduplicationId: 'd' }, 'MissingParameter'],
    ['without a deduplication id', { MessageGroupId: 'g' }, 'InvalidParameterValue'],
    [
      'with a delay of its own',
      { MessageGroupId: 'g', MessageDeduplicationId: 'd', DelaySeconds: 5 },
      'InvalidParameterValue',
    ],
    ['with a group of spaces', { MessageGroupId: 'a b', MessageDeduplicationId: 'd' }, 'InvalidParameterValue'],
  ])('%s is refused', async (_, more, Code) => {
    const queue = await fifo(explicitIds);
    await expect(trial.send(queue, 'x', more)).rejects.toMatchObject({ Code });
  });

  it('is not deleted with a handle whose time ran out', async () => {
    const queue = await fifo();
    await sendTo(queue, 'g', 'x');
    const message = await trial.receiveOne(queue);
    trial.advance(30);
    await expect(trial.remove(queue, message)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    expect(await trial.counts(queue)).toEqual(['1', '0', '0']);
  });
});

describe('deduplication', () => {
  const once = { MessageGroupId: 'g', MessageDeduplicationId: 'd' };

  it('answers a repeated send with the first message, for five minutes, even after its deletion', async () => {
    const queue = await fifo(explicitIds);
    const first = await trial.send(queue, 'one', once);
    await trial.remove(queue, await trial.receiveOne(queue));
    trial.advance(299);
    expect(await trial.send(queue, 'two', once)).toBe(first);
    expect(await trial.receive(queue)).toEqual([]);
    trial.advance(1);
    expect(await trial.send(queue, 'three', once)).not.toBe(first);
    expect(bodies(await trial.receive(queue))).toEqual(['three']);
  });

  it('by content looks at the body only', async () => {
    const queue = await fifo();
    const MessageAttributes = { z: { DataType: 'String', StringValue: '1' } };
    const first = await trial.send(queue, 'same', { MessageGroupId: 'g' });
    expect(await trial.send(queue, 'same', { MessageGroupId: 'h', MessageAttributes })).toBe(first);
    expect(await trial.send(queue, 'other', { MessageGroupId: 'g' })).not.toBe(first);
  });

  it('is per group where the queue says so', async () => {
    const queue = await fifo({ ...explicitIds, DeduplicationScope: 'messageGroup' });
    const first = await trial.send(queue, 'x', once);
    expect(await trial.send(queue, 'y', { ...once, MessageGroupId: 'h' })).not.toBe(first);
    expect(await trial.send(queue, 'z', once)).toBe(first);
  });
});
