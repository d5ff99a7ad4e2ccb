import { ReceiveMessageCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodies, type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
let queue: string;
beforeEach(async () => {
  trial = await startSqsTrial();
});
afterEach(() => trial.stop());

const fresh = async (attributes: Record<string, string> = {}) => {
  queue = await trial.createQueue(attributes);
};
const text = (StringValue: string, DataType = 'String') => ({ DataType, StringValue });
const attributes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, text('v')]));
const sendBatch = (Entries: { Id: string; MessageBody: string }[]) =>
  trial.client.send(new SendMessageBatchCommand({ QueueUrl: queue, Entries }));
const entries = (count: number, body = 'b') =>
  Array.from({ length: count }, (_, index) => ({ Id: `entry-${index}`, MessageBody: body }));

describe('a message', () => {
  it('comes back with its body, its attributes and the MD5 of both', async () => {
    await fresh();
    const MessageAttributes = {
      s: text('é☃'),
      n: text('12.5', 'Number'),
      b: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 255]) },
      c: text('x', 'String.uuid'),
    };
    const sent = await trial.client.send(
      new SendMessageCommand({ QueueUrl: queue, MessageBody: 'héllo', MessageAttributes }),
    );
    expect(sent.MD5OfMessageBody).toBe('be50e8478cf24ff3595bc7307fb91b50');
    expect(sent.MD5OfMessageAttributes).toBe('1492b62985856c4d7f3c9bde31fcc8b7');
    expect(await trial.receiveOne(queue)).toMatchObject({
      MessageId: sent.MessageId,
      Body: 'héllo',
      MD5OfBody: 'be50e8478cf24ff3595bc7307fb91b50',
      MD5OfMessageAttributes: '1492b62985856c4d7f3c9bde31fcc8b7',
      MessageAttributes,
    });
  });

  it('carries a trace header outside its attributes', async () => {
    await fresh();
    const AWSTraceHeader = text('Root=1-5759e988-bd862e3fe1be46a994272793');
    const sent = await trial.client.send(
      new SendMessageCommand({ QueueUrl: queue, MessageBody: 'x', MessageSystemAttributes: { AWSTraceHeader } }),
    );
    expect(sent.MD5OfMessageSystemAttributes).toBe('62a56dd927315f2b2e12832b84617ea5');
    const received = await trial.receiveOne(queue);
    expect(received.Attributes?.AWSTraceHeader).toBe('Root=1-5759e988-bd862e3fe1be46a994272793');
    expect(received.MessageAttributes).toBeUndefined();
  });

  it('keeps its group on a standard queue, which neither orders nor blocks by it', async () => {
    await fresh();
    for (const body of ['one', 'two']) await trial.send(queue, body, { MessageGroupId: 'tenant-1' });
    await trial.receiveOne(queue);
    const second = await trial.receiveOne(queue);
    expect(second.Attributes).toMatchObject({ MessageGroupId: 'tenant-1' });
    expect(second.Attributes?.SequenceNumber).toBeUndefined();
  });

  it('may be 1 MiB of any characters XML allows, emoji among them', async () => {
    await fresh();
    await trial.send(queue, 'x'.repeat(1_048_576));
    await trial.send(queue, 'tab\t, newline\n, 😀');
    expect((await trial.receive(queue)).map(({ Body = '' }) => Body.length)).toEqual([1_048_576, 18]);
  });

  it.each([
    ['is empty', '', {}, 'MissingParameter'],
    ['is longer than 1 MiB', 'x'.repeat(1_048_577), {}, 'InvalidParameterValue'],
    ['contains U+0000', 'a\u0000', {}, 'InvalidMessageContents'],
    ['contains U+0008', 'a\u0008', {}, 'InvalidMessageContents'],
    ['contains U+FFFE', 'a\uFFFE', {}, 'InvalidMessageContents'],
    ['waits longer than 900 seconds', 'x', { DelaySeconds: 901 }, 'InvalidParameterValue'],
    ['has eleven attributes', 'x', { MessageAttributes: attributes(11) }, 'InvalidParameterValue'],
    ['has an empty attribute', 'x', { MessageAttributes: { a: text('') } }, 'InvalidParameterValue'],
    ['has an unknown type', 'x', { MessageAttributes: { a: text('v', 'Foo') } }, 'InvalidParameterValue'],
    ['has a number that is none', 'x', { MessageAttributes: { a: text('v', 'Number') } }, 'InvalidParameterValue'],
    ['uses the prefix of AWS', 'x', { MessageAttributes: { 'AWS.a': text('v') } }, 'InvalidParameterValue'],
    ['has a deduplication id', 'x', { MessageDeduplicationId: 'd' }, 'InvalidParameterValue'],
  ])('that %s is refused', async (_, body, more, Code) => {
    await fresh();
    await expect(trial.send(queue, body, more)).rejects.toMatchObject({ Code });
    expect(await trial.counts(queue)).toEqual(['0', '0', '0']);
  });

  it('is measured against its queue’s own limit with its attributes', async () => {
    await fresh({ MaximumMessageSize: '1024' });
    await trial.send(queue, 'x'.repeat(1024));
    await trial.send(queue, 'x'.repeat(1010), { MessageAttributes: { aaaa: text('yyyy') } });
    const oneTooMany = trial.send(queue, 'x'.repeat(1011), { MessageAttributes: { aaaa: text('yyyy') } });
    await expect(oneTooMany).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });
});

describe('a batch', () => {
  it('of ten is stored in order', async () => {
    await fresh();
    const Entries = entries(10).map((entry, index) => ({ ...entry, MessageBody: `body ${index}` }));
    const { Successful, Failed } = await sendBatch(Entries);
    expect([Successful?.length, Failed]).toEqual([10, undefined]);
    expect(bodies(await trial.receive(queue)).slice(0, 3)).toEqual(['body 0', 'body 1', 'body 2']);
  });

  it('reports a bad entry beside the good ones', async () => {
    await fresh();
    const { Successful, Failed } = await sendBatch([
      { Id: 'good', MessageBody: 'x' },
      { Id: 'bad', MessageBody: 'a\u0008' },
    ]);
    expect(Successful?.map(({ Id }) => Id)).toEqual(['good']);
    expect(Failed).toMatchObject([{ Id: 'bad', SenderFault: true, Code: 'InvalidMessageContents' }]);
    expect(await trial.counts(queue)).toEqual(['1', '0', '0']);
  });

  it.each([
    ['no entry', [], 'EmptyBatchRequest'],
    ['eleven entries', entries(11), 'TooManyEntriesInBatchRequest'],
    ['one id twice', [...entries(1), ...entries(1)], 'BatchEntryIdsNotDistinct'],
    ['a bad id', [{ Id: 'a b', MessageBody: 'x' }], 'InvalidBatchEntryId'],
    ['more than 1 MiB in all', entries(10, 'x'.repeat(110_000)), 'BatchRequestTooLong'],
  ])('with %s is refused whole', async (_, batch, error) => {
    await fresh();
    await expect(sendBatch(batch)).rejects.toMatchObject({
      name: error,
      Code: `AWS.SimpleQueueService.${error}`,
    });
    expect(await trial.counts(queue)).toEqual(['0', '0', '0']);
  });
});

describe('attributes of a received message', () => {
  const receiveWith = async (more: object) => {
    await fresh();
    await trial.send(queue, 'x', { MessageAttributes: { 'job.id': text('1'), other: text('2') } });
    const { Messages = [] } = await trial.client.send(new ReceiveMessageCommand({ QueueUrl: queue, ...more }));
    return Messages[0];
  };

  it('are left out unless asked for', async () => {
    const message = await receiveWith({});
    expect([message?.Attributes, message?.MessageAttributes]).toEqual([undefined, undefined]);
  });

  it('are chosen by prefix', async () => {
    const message = await receiveWith({ MessageAttributeNames: ['job.*'] });
    expect(Object.keys(message?.MessageAttributes ?? {})).toEqual(['job.id']);
  });

  it('are given under the older parameter as well', async () => {
    const message = await receiveWith({ AttributeNames: ['ApproximateReceiveCount'] });
    expect(message?.Attributes).toEqual({ ApproximateReceiveCount: '1' });
  });
});
