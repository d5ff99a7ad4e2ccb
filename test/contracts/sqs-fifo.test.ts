import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, it } from 'vitest';
import { bodies } from './sqs-calls.ts';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());
const brief = sqs.briefSeconds;

const fifo = (attributes: Record<string, string> = {}) =>
  sqs.createQueue({ FifoQueue: 'true', ContentBasedDeduplication: 'true', ...attributes });
const explicitIds = { ContentBasedDeduplication: 'false' };
const sendTo = async (queue: string, group: string, ...messages: string[]) => {
  for (const body of messages) await sqs.send(queue, body, { MessageGroupId: group });
};

describe('a message group', () => {
  it('is delivered in order, as many at once as asked for', async () => {
    const queue = await fifo();
    await sendTo(queue, 'g', 'a', 'b', 'c', 'd', 'e');
    const first = await sqs.receive(queue, { MaxNumberOfMessages: 2 });
    expect(bodies(first)).toEqual(['a', 'b']);
    for (const message of first) await sqs.remove(queue, message);
    expect(bodies(await sqs.receive(queue))).toEqual(['c', 'd', 'e']);
  });

  it('waits while one of its messages is in flight; others flow', async () => {
    const queue = await fifo();
    await sendTo(queue, 'A', 'a1', 'a2');
    await sendTo(queue, 'B', 'b1');
    const head = await sqs.receiveOne(queue);
    expect(bodies([head, ...(await sqs.receive(queue))])).toEqual(['a1', 'b1']);
    expect(await sqs.receive(queue)).toEqual([]);
    await sqs.remove(queue, head);
    expect(bodies(await sqs.receive(queue))).toEqual(['a2']);
  });

  it('goes on with the same head after its timeout', async () => {
    const queue = await fifo({ VisibilityTimeout: `${brief}` });
    await sendTo(queue, 'A', 'a1', 'a2');
    await sqs.receiveOne(queue);
    await sqs.pass(brief);
    expect(bodies(await sqs.receive(queue))).toEqual(['a1', 'a2']);
  });

  it('waits for the last of a batch, then repeats from the first that came back', async () => {
    const queue = await fifo();
    await sendTo(queue, 'A', 'a1', 'a2', 'a3', 'a4');
    const [first, second, third] = await sqs.receive(queue, { MaxNumberOfMessages: 3 });
    if (!first || !second || !third) throw new Error('three messages were there');
    await sqs.remove(queue, first);
    await sqs.changeVisibility(queue, second, 0);
    expect(await sqs.receive(queue)).toEqual([]);
    await sqs.changeVisibility(queue, third, 0);
    expect(bodies(await sqs.receive(queue))).toEqual(['a2', 'a3', 'a4']);
  });

  it('wakes a long poll when it opens', async () => {
    const queue = await fifo();
    await sendTo(queue, 'A', 'a1', 'a2');
    const head = await sqs.receiveOne(queue);
    const { received } = await sqs.longPoll(queue);
    await sqs.remove(queue, head);
    expect(bodies(await received)).toEqual(['a2']);
  });

  it('waits out its queue’s delay', async () => {
    const queue = await fifo({ DelaySeconds: `${brief}` });
    await sendTo(queue, 'A', 'a1');
    expect(await sqs.receive(queue)).toEqual([]);
    await sqs.pass(brief);
    expect(bodies(await sqs.receive(queue))).toEqual(['a1']);
  });

  it('goes on with the next message when its head is moved to the dead-letter queue', async () => {
    const attributes = { FifoQueue: 'true', ContentBasedDeduplication: 'true', VisibilityTimeout: `${brief}` };
    const { source, dead } = await sqs.createQueues(1, attributes);
    await sendTo(source, 'A', 'poison', 'next');
    expect((await sqs.receiveOne(source)).Body).toBe('poison');
    await sqs.pass(brief);
    const received = [...(await sqs.receive(source)), ...(await sqs.receive(source))];
    expect(bodies(received)).toEqual(['next']);
    expect(await sqs.receiveOne(dead)).toMatchObject({ Body: 'poison', Attributes: { MessageGroupId: 'A' } });
  });
});

describe('a FIFO message', () => {
  it('has a sequence number of twenty digits that grows', async () => {
    const queue = await fifo();
    const send = async (MessageBody: string) => {
      const message = { QueueUrl: queue, MessageBody, MessageGroupId: 'g' };
      return (await sqs.client.send(new SendMessageCommand(message))).SequenceNumber ?? '';
    };
    const numbers = [await send('a'), await send('b'), await send('c')];
    for (const number of numbers) expect(number).toMatch(/^\d{20}$/);
    expect(numbers.toSorted()).toEqual(numbers);
    expect(new Set(numbers).size).toBe(3);
    const received = (await sqs.receive(queue)).map(({ Attributes }) => Attributes?.SequenceNumber);
    expect(received).toEqual(numbers);
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
    await expect(sqs.send(queue, 'x', more)).rejects.toMatchObject({ Code });
  });

  it('is not deleted with a handle whose time ran out', async () => {
    const queue = await fifo({ VisibilityTimeout: `${brief}` });
    await sendTo(queue, 'g', 'x');
    const message = await sqs.receiveOne(queue);
    await sqs.pass(brief);
    await expect(sqs.remove(queue, message)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    expect(await sqs.counts(queue)).toEqual(['1', '0', '0']);
  });
});

describe('deduplication', () => {
  const once = { MessageGroupId: 'g', MessageDeduplicationId: 'd' };

  it('answers a repeated send with the first message, even after its deletion', async () => {
    const queue = await fifo(explicitIds);
    const first = await sqs.send(queue, 'one', once);
    expect(await sqs.send(queue, 'two', once)).toBe(first);
    await sqs.remove(queue, await sqs.receiveOne(queue));
    await sqs.send(queue, 'three', once);
    expect(await sqs.counts(queue)).toEqual(['0', '0', '0']);
  });

  it('ends after five minutes', async ({ skip }) => {
    sqs.skipWait(skip, 300);
    const queue = await fifo(explicitIds);
    const first = await sqs.send(queue, 'one', once);
    await sqs.remove(queue, await sqs.receiveOne(queue));
    await sqs.pass(290);
    expect(await sqs.send(queue, 'two', once)).toBe(first);
    await sqs.pass(10);
    expect(await sqs.send(queue, 'three', once)).not.toBe(first);
    expect(bodies(await sqs.receive(queue))).toEqual(['three']);
  });

  it('by content looks at the body only', async () => {
    const queue = await fifo();
    const MessageAttributes = { z: { DataType: 'String', StringValue: '1' } };
    const first = await sqs.send(queue, 'same', { MessageGroupId: 'g' });
    expect(await sqs.send(queue, 'same', { MessageGroupId: 'h', MessageAttributes })).toBe(first);
    expect(await sqs.send(queue, 'other', { MessageGroupId: 'g' })).not.toBe(first);
  });

  it('is per group where the queue says so', async () => {
    const perGroup = { DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' };
    const queue = await fifo({ ...explicitIds, ...perGroup });
    const first = await sqs.send(queue, 'x', once);
    expect(await sqs.send(queue, 'y', { ...once, MessageGroupId: 'h' })).not.toBe(first);
    expect(await sqs.send(queue, 'z', once)).toBe(first);
    expect(bodies(await sqs.receive(queue)).sort()).toEqual(['x', 'y']);
  });
});
