import { CreateQueueCommand, DeleteQueueCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodies, type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
beforeEach(async () => {
  trial = await startSqsTrial();
});
afterEach(() => trial.stop());

describe('a message that keeps coming back', () => {
  it('is received maxReceiveCount times and moved by the receive that would exceed it', async () => {
    const { source, dead } = await trial.createQueues(2);
    await trial.send(source, 'poison');
    for (const count of ['1', '2']) {
      const message = await trial.receiveOne(source);
      expect(message.Attributes?.ApproximateReceiveCount).toBe(count);
      trial.advance(30);
    }
    expect([await trial.counts(source), await trial.counts(dead)]).toEqual([
      ['1', '0', '0'],
      ['0', '0', '0'],
    ]);
    expect(await trial.receive(source)).toEqual([]);
    expect([await trial.counts(source), await trial.counts(dead)]).toEqual([
      ['0', '0', '0'],
      ['1', '0', '0'],
    ]);
  });

  it('keeps what it was, and its count, and says where it comes from', async () => {
    const { source, dead } = await trial.createQueues(1);
    const MessageAttributes = { k: { DataType: 'String', StringValue: 'v' } };
    const id = await trial.send(source, 'poison', { MessageAttributes });
    await trial.receiveOne(source, { VisibilityTimeout: 0 });
    await trial.receive(source);
    trial.advance(5);
    expect(await trial.receiveOne(dead)).toMatchObject({
      MessageId: id,
      Body: 'poison',
      MessageAttributes,
      Attributes: {
        SentTimestamp: '1767225600000',
        ApproximateReceiveCount: '2',
        DeadLetterQueueSourceArn: await trial.arn(source),
      },
    });
  });

  it('doesn’t take the place of others in a receive', async () => {
    const { source } = await trial.createQueues(1);
    await trial.send(source, 'exhausted');
    await trial.receiveOne(source, { VisibilityTimeout: 0 });
    await trial.send(source, 'fresh');
    expect(bodies(await trial.receive(source, { MaxNumberOfMessages: 1 }))).toEqual(['fresh']);
  });

  it('is not moved by extensions of its visibility', async () => {
    const { source } = await trial.createQueues(2);
    await trial.send(source, 'slow');
    const message = await trial.receiveOne(source);
    for (let heartbeat = 0; heartbeat < 5; heartbeat++) await trial.changeVisibility(source, message, 10);
    trial.advance(10);
    expect((await trial.receiveOne(source)).Attributes?.ApproximateReceiveCount).toBe('2');
  });

  it('stays where it is when its dead-letter queue was deleted, and its queue can still be changed', async () => {
    const { source, dead } = await trial.createQueues(1);
    await trial.client.send(new DeleteQueueCommand({ QueueUrl: dead }));
    await trial.send(source, 'poison');
    for (let time = 0; time < 3; time++) await trial.receiveOne(source, { VisibilityTimeout: 0 });
    expect(await trial.counts(source)).toEqual(['1', '0', '0']);
    const Attributes = { VisibilityTimeout: '5' };
    const change = new SetQueueAttributesCommand({ QueueUrl: source, Attributes });
    await expect(trial.client.send(change)).resolves.toBeDefined();
  });

  it('is kept from its sending on in a standard dead-letter queue', async () => {
    const { source, dead } = await trial.createQueues(1);
    const Attributes = { MessageRetentionPeriod: '100' };
    await trial.client.send(new SetQueueAttributesCommand({ QueueUrl: dead, Attributes }));
    await trial.send(source, 'poison');
    trial.advance(60);
    await trial.receiveOne(source, { VisibilityTimeout: 0 });
    await trial.receive(source);
    trial.advance(39);
    expect(await trial.counts(dead)).toEqual(['1', '0', '0']);
    trial.advance(1);
    expect(await trial.counts(dead)).toEqual(['0', '0', '0']);
  });
});

describe('a redrive policy', () => {
  const createWith = (policy: object, attributes: Record<string, string> = {}) =>
    trial.createQueue({ ...attributes, RedrivePolicy: JSON.stringify(policy) });
  const refused = { Code: 'InvalidParameterValue' };

  it('is refused when its queue does not exist', async () => {
    const missing = 'arn:aws:sqs:us-east-1:000000000000:missing';
    await expect(createWith({ deadLetterTargetArn: missing, maxReceiveCount: 3 })).rejects.toMatchObject(refused);
  });

  it.each([0, 1001, 1.5, 'x'])('is refused with a maxReceiveCount of %s', async (maxReceiveCount) => {
    const deadLetterTargetArn = await trial.arn(await trial.createQueue());
    await expect(createWith({ deadLetterTargetArn, maxReceiveCount })).rejects.toMatchObject(refused);
  });

  it('is refused when one queue is FIFO and the other is not', async () => {
    const deadLetterTargetArn = await trial.arn(await trial.createQueue());
    const policy = { deadLetterTargetArn, maxReceiveCount: 3 };
    await expect(createWith(policy, { FifoQueue: 'true' })).rejects.toMatchObject(refused);
  });

  it('is refused when the dead-letter queue allows no source, or only others', async () => {
    const other = 'arn:aws:sqs:us-east-1:000000000000:other';
    for (const allow of [
      { redrivePermission: 'denyAll' },
      { redrivePermission: 'byQueue', sourceQueueArns: [other] },
    ]) {
      const dead = await trial.createQueue({ RedriveAllowPolicy: JSON.stringify(allow) });
      const policy = { deadLetterTargetArn: await trial.arn(dead), maxReceiveCount: 3 };
      await expect(createWith(policy)).rejects.toMatchObject(refused);
    }
  });

  it('is accepted from a source the dead-letter queue names', async () => {
    const sourceQueueArns = ['arn:aws:sqs:us-east-1:000000000000:named'];
    const allow = JSON.stringify({ redrivePermission: 'byQueue', sourceQueueArns });
    const dead = await trial.createQueue({ RedriveAllowPolicy: allow });
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await trial.arn(dead), maxReceiveCount: 3 });
    const named = new CreateQueueCommand({ QueueName: 'named', Attributes: { RedrivePolicy } });
    await expect(trial.client.send(named)).resolves.toBeDefined();
  });
});
