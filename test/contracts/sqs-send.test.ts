import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());

const text = (StringValue: string, DataType = 'String') => ({ DataType, StringValue });
const attributes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, text('v')]));

describe('a message', () => {
  it('comes back with its body, its attributes and the MD5 of both', async () => {
    const queue = await sqs.createQueue();
    const MessageAttributes = {
      s: text('é☃'),
      n: text('12.5', 'Number'),
      b: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 255]) },
      c: text('x', 'String.uuid'),
    };
    const sent = await sqs.client.send(
      new SendMessageCommand({ QueueUrl: queue, MessageBody: 'héllo', MessageAttributes }),
    );
    expect(sent.MD5OfMessageBody).toBe('be50e8478cf24ff3595bc7307fb91b50');
    expect(sent.MD5OfMessageAttributes).toBe('1492b62985856c4d7f3c9bde31fcc8b7');
    expect(await sqs.receiveOne(queue)).toMatchObject({
      MessageId: sent.MessageId,
      Body: 'héllo',
      MD5OfBody: 'be50e8478cf24ff3595bc7307fb91b50',
      MD5OfMessageAttributes: '1492b62985856c4d7f3c9bde31fcc8b7',
      MessageAttributes,
    });
  });

  it('carries a trace header outside its attributes', async () => {
    const queue = await sqs.createQueue();
    const AWSTraceHeader = text('Root=1-5759e988-bd862e3fe1be46a994272793');
    const sent = await sqs.client.send(
      new SendMessageCommand({ QueueUrl: queue, MessageBody: 'x', MessageSystemAttributes: { AWSTraceHeader } }),
    );
    expect(sent.MD5OfMessageSystemAttributes).toBe('62a56dd927315f2b2e12832b84617ea5');
    const received = await sqs.receiveOne(queue);
    expect(received.Attributes?.AWSTraceHeader).toBe('Root=1-5759e988-bd862e3fe1be46a994272793');
    expect(received.MessageAttributes).toBeUndefined();
  });

  it('keeps its group on a standard queue, which neither orders nor blocks by it', async () => {
    const queue = await sqs.createQueue();
    for (const body of ['one', 'two']) await sqs.send(queue, body, { MessageGroupId: 'tenant-1' });
    await sqs.receiveOne(queue);
    const second = await sqs.receiveOne(queue);
    expect(second.Attributes).toMatchObject({ MessageGroupId: 'tenant-1' });
    expect(second.Attributes?.SequenceNumber).toBeUndefined();
  });

  it('may be 1 MiB of any characters XML allows, emoji among them', async () => {
    const queue = await sqs.createQueue();
    await sqs.send(queue, 'x'.repeat(1_048_576));
    expect((await sqs.receiveOne(queue)).Body).toHaveLength(1_048_576);
    await sqs.send(queue, 'tab\t, newline\n, 😀');
    expect((await sqs.receiveOne(queue)).Body).toBe('tab\t, newline\n, 😀');
  });

  it('has ten attributes at most', async () => {
    const queue = await sqs.createQueue();
    await sqs.send(queue, 'x', { MessageAttributes: attributes(10) });
    expect(Object.keys((await sqs.receiveOne(queue)).MessageAttributes ?? {})).toHaveLength(10);
    const eleven = sqs.send(queue, 'x', { MessageAttributes: attributes(11) });
    await expect(eleven).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  it.each([
    ['is empty', '', {}, 'MissingParameter'],
    ['is longer than 1 MiB', 'x'.repeat(1_048_577), {}, 'InvalidParameterValue'],
    ['contains U+0000', 'a\u0000', {}, 'InvalidMessageContents'],
    ['contains U+0008', 'a\u0008', {}, 'InvalidMessageContents'],
    ['contains U+FFFE', 'a\uFFFE', {}, 'InvalidMessageContents'],
    ['waits longer than 900 seconds', 'x', { DelaySeconds: 901 }, 'InvalidParameterValue'],
    ['has an empty attribute', 'x', { MessageAttributes: { a: text('') } }, 'InvalidParameterValue'],
    ['has an unknown type', 'x', { MessageAttributes: { a: text('v', 'Foo') } }, 'InvalidParameterValue'],
    ['has a number that is none', 'x', { MessageAttributes: { a: text('v', 'Number') } }, 'InvalidParameterValue'],
    ['uses the prefix of AWS', 'x', { MessageAttributes: { 'AWS.a': text('v') } }, 'InvalidParameterValue'],
    ['has a deduplication id', 'x', { MessageDeduplicationId: 'd' }, 'InvalidParameterValue'],
  ])('that %s is refused', async (_, body, more, Code) => {
    const queue = await sqs.createQueue();
    await expect(sqs.send(queue, body, more)).rejects.toMatchObject({ Code });
    expect(await sqs.counts(queue)).toEqual(['0', '0', '0']);
  });

  it('is measured against its queue’s own limit with its attributes', async () => {
    const queue = await sqs.createQueue({ MaximumMessageSize: '1024' });
    const MessageAttributes = { aaaa: text('yyyy') };
    await sqs.send(queue, 'x'.repeat(1024));
    await sqs.send(queue, 'x'.repeat(1010), { MessageAttributes });
    const refused = { Code: 'InvalidParameterValue' };
    await expect(sqs.send(queue, 'x'.repeat(1025))).rejects.toMatchObject(refused);
    await expect(sqs.send(queue, 'x'.repeat(1011), { MessageAttributes })).rejects.toMatchObject(refused);
  });
});

describe('attributes of a received message', () => {
  const receiveWith = async (more: object) => {
    const queue = await sqs.createQueue();
    await sqs.send(queue, 'x', { MessageAttributes: { 'job.id': text('1'), other: text('2') } });
    const { Messages = [] } = await sqs.client.send(new ReceiveMessageCommand({ QueueUrl: queue, ...more }));
    return Messages[0] ?? expect.fail('no message was there');
  };

  it('are left out unless asked for', async () => {
    const message = await receiveWith({});
    expect([message.Attributes, message.MessageAttributes]).toEqual([undefined, undefined]);
  });

  it('are chosen by prefix', async () => {
    const message = await receiveWith({ MessageAttributeNames: ['job.*'] });
    expect(Object.keys(message.MessageAttributes ?? {})).toEqual(['job.id']);
  });

  it('are given under the older parameter as well', async () => {
    const message = await receiveWith({ AttributeNames: ['ApproximateReceiveCount'] });
    expect(message.Attributes).toEqual({ ApproximateReceiveCount: '1' });
    expect((await receiveWith({ AttributeNames: ['All'] })).Attributes).toMatchObject({ ApproximateReceiveCount: '1' });
  });

  it('tell who sent it, when, how often it was received and when first', async () => {
    const now = await sqs.now();
    const { Attributes } = await receiveWith({ MessageSystemAttributeNames: ['All'] });
    expect(Attributes).toMatchObject({ SenderId: expect.stringMatching(/./), ApproximateReceiveCount: '1' });
    for (const time of [Attributes?.SentTimestamp, Attributes?.ApproximateFirstReceiveTimestamp])
      expect(Math.abs(Number(time) - now)).toBeLessThan(3000);
  });
});
