import { DeleteQueueCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, it } from 'vitest';
import { bodies } from './sqs-calls.ts';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());
const brief = sqs.briefSeconds;
const visibility = { VisibilityTimeout: `${brief}` };

describe('a message that keeps coming back', () => {
  it.each([1, 2])('is received %i times and moved by the receive that would exceed that', async (maxReceiveCount) => {
    const { source, dead } = await sqs.createQueues(maxReceiveCount, visibility);
    await sqs.send(source, 'poison');
    for (let count = 1; count <= maxReceiveCount; count++) {
      expect((await sqs.receiveOne(source)).Attributes?.ApproximateReceiveCount).toBe(`${count}`);
      await sqs.pass(brief);
    }
    expect([await sqs.counts(source), await sqs.counts(dead)]).toEqual([
      ['1', '0', '0'],
      ['0', '0', '0'],
    ]);
    expect(await sqs.receive(source)).toEqual([]);
    expect([await sqs.counts(source), await sqs.counts(dead)]).toEqual([
      ['0', '0', '0'],
      ['1', '0', '0'],
    ]);
  });

  it('is moved as well when its consumers give it back at once', async () => {
    const { source, dead } = await sqs.createQueues(2);
    await sqs.send(source, 'poison');
    for (let time = 0; time < 2; time++) await sqs.changeVisibility(source, await sqs.receiveOne(source), 0);
    expect(await sqs.receive(source)).toEqual([]);
    expect(bodies(await sqs.receive(dead))).toEqual(['poison']);
  });

  it('keeps what it was and says where it comes from', async () => {
    const { source, dead } = await sqs.createQueues(1);
    const MessageAttributes = { k: { DataType: 'String', StringValue: 'v' } };
    const MessageId = await sqs.send(source, 'poison', { MessageAttributes });
    const received = await sqs.receiveOne(source, { VisibilityTimeout: 0 });
    await sqs.receive(source);
    expect(await sqs.receiveOne(dead)).toMatchObject({
      MessageId,
      Body: 'poison',
      MessageAttributes,
      Attributes: {
        SentTimestamp: received.Attributes?.SentTimestamp,
        DeadLetterQueueSourceArn: await sqs.arn(source),
      },
    });
  });

  it('doesn’t take the place of others in a receive', async () => {
    const { source } = await sqs.createQueues(1);
    await sqs.send(source, 'exhausted');
    await sqs.receiveOne(source, { VisibilityTimeout: 0 });
    await sqs.send(source, 'fresh');
    const received = [...(await sqs.receive(source)), ...(await sqs.receive(source))];
    expect(bodies(received)).toEqual(['fresh']);
  });

  it('is not moved by extensions of its visibility', async () => {
    const { source } = await sqs.createQueues(2);
    await sqs.send(source, 'slow');
    const message = await sqs.receiveOne(source);
    for (let heartbeat = 0; heartbeat < 5; heartbeat++) await sqs.changeVisibility(source, message, brief);
    await sqs.pass(brief);
    expect((await sqs.receiveOne(source)).Attributes?.ApproximateReceiveCount).toBe('2');
  });

  it('stays where it is when its dead-letter queue was deleted, and its queue can still be changed', async () => {
    const { source, dead } = await sqs.createQueues(1);
    await sqs.client.send(new DeleteQueueCommand({ QueueUrl: dead }));
    await sqs.send(source, 'poison');
    for (let time = 0; time < 3; time++) await sqs.receiveOne(source, { VisibilityTimeout: 0 });
    expect(await sqs.counts(source)).toEqual(['1', '0', '0']);
    const Attributes = { VisibilityTimeout: '5' };
    const change = new SetQueueAttributesCommand({ QueueUrl: source, Attributes });
    await expect(sqs.client.send(change)).resolves.toBeDefined();
  });

  it('is kept from its sending on in a standard dead-letter queue', async ({ skip }) => {
    sqs.skipWait(skip, 100);
    const { source, dead } = await sqs.createQueues(1);
    const Attributes = { MessageRetentionPeriod: '100' };
    await sqs.client.send(new SetQueueAttributesCommand({ QueueUrl: dead, Attributes }));
    await sqs.send(source, 'poison');
    await sqs.pass(60);
    await sqs.receiveOne(source, { VisibilityTimeout: 0 });
    await sqs.receive(source);
    await sqs.pass(30);
    expect(await sqs.counts(dead)).toEqual(['1', '0', '0']);
    await sqs.pass(10);
    expect(await sqs.counts(dead)).toEqual(['0', '0', '0']);
  });
});

describe('a redrive policy', () => {
  const createWith = (policy: object, attributes: Record<string, string> = {}) =>
    sqs.createQueue({ ...attributes, RedrivePolicy: JSON.stringify(policy) });
  // AWS documents no one name for these; each engine has its own.
  const refused = { Code: expect.stringMatching(/^Invalid|NonExistentQueue$/) };
  const arnOf = (name: string, ownArn: string) => ownArn.replace(/[^:]+$/, name);

  it('is refused when its queue does not exist', async () => {
    const deadLetterTargetArn = arnOf(sqs.unusedName(), await sqs.arn(await sqs.createQueue()));
    await expect(createWith({ deadLetterTargetArn, maxReceiveCount: 3 })).rejects.toMatchObject(refused);
  });

  it.each([0, 1001, 1.5, 'x'])('is refused with a maxReceiveCount of %s', async (maxReceiveCount) => {
    const deadLetterTargetArn = await sqs.arn(await sqs.createQueue());
    await expect(createWith({ deadLetterTargetArn, maxReceiveCount })).rejects.toMatchObject(refused);
  });

  it('is refused when one queue is FIFO and the other is not', async () => {
    const deadLetterTargetArn = await sqs.arn(await sqs.createQueue());
    const policy = { deadLetterTargetArn, maxReceiveCount: 3 };
    await expect(createWith(policy, { FifoQueue: 'true' })).rejects.toMatchObject(refused);
  });

  it.each([
    ['no source', { redrivePermission: 'denyAll' }],
    ['only others', { redrivePermission: 'byQueue', sourceQueueArns: ['arn:aws:sqs:us-east-1:000000000000:other'] }],
  ])('is refused when the dead-letter queue allows %s', async (_, allow) => {
    const dead = await sqs.createQueue({ RedriveAllowPolicy: JSON.stringify(allow) });
    const policy = { deadLetterTargetArn: await sqs.arn(dead), maxReceiveCount: 3 };
    await expect(createWith(policy)).rejects.toMatchObject(refused);
  });

  it('is accepted from a source the dead-letter queue names', async () => {
    const { source, dead } = await sqs.createQueues(3);
    const set = (QueueUrl: string, Attributes: Record<string, string>) =>
      sqs.client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
    const allow = { redrivePermission: 'byQueue', sourceQueueArns: [await sqs.arn(source)] };
    await set(dead, { RedriveAllowPolicy: JSON.stringify(allow) });
    const policy = { deadLetterTargetArn: await sqs.arn(dead), maxReceiveCount: 7 };
    await set(source, { RedrivePolicy: JSON.stringify(policy) });
    expect(JSON.parse((await sqs.attributes(source)).RedrivePolicy ?? '{}')).toEqual(policy);
  });
});
