import {
  AddPermissionCommand,
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  ListQueuesCommand,
  ListQueueTagsCommand,
  PurgeQueueCommand,
  RemovePermissionCommand,
  SetQueueAttributesCommand,
  TagQueueCommand,
  UntagQueueCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());

const create = async (QueueName: string) =>
  (await sqs.client.send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? '';

describe('a queue that exists', () => {
  it('takes other attributes, and loses one that is set to nothing', async () => {
    const { source } = await sqs.createQueues(3);
    const set = (Attributes: Record<string, string>) =>
      sqs.client.send(new SetQueueAttributesCommand({ QueueUrl: source, Attributes }));
    await set({ VisibilityTimeout: '77', RedrivePolicy: '' });
    const attributes = await sqs.attributes(source);
    expect([attributes.VisibilityTimeout, attributes.RedrivePolicy]).toEqual(['77', undefined]);
    await expect(set({ VisibilityTimeout: '43201' })).rejects.toMatchObject({ Code: 'InvalidAttributeValue' });
  });

  it('answers an attribute it does not know with InvalidAttributeName', async () => {
    const QueueUrl = await sqs.createQueue();
    const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['Nope' as 'All'] });
    await expect(sqs.client.send(asked)).rejects.toMatchObject({ name: 'InvalidAttributeName' });
  });

  it('is tagged and untagged', async () => {
    const QueueUrl = await sqs.createQueue();
    await sqs.client.send(new TagQueueCommand({ QueueUrl, Tags: { a: '1', b: '2' } }));
    await sqs.client.send(new UntagQueueCommand({ QueueUrl, TagKeys: ['a'] }));
    expect((await sqs.client.send(new ListQueueTagsCommand({ QueueUrl }))).Tags).toEqual({ b: '2' });
  });

  it('carries a permission in its policy until it is removed', async () => {
    const QueueUrl = await sqs.createQueue();
    const permission = { Label: 'partner', AWSAccountIds: ['123456789012'], Actions: ['SendMessage'] };
    await sqs.client.send(new AddPermissionCommand({ QueueUrl, ...permission }));
    const { Policy = '{}' } = await sqs.attributes(QueueUrl);
    expect(JSON.parse(Policy).Statement).toMatchObject([
      { Sid: 'partner', Effect: 'Allow', Resource: await sqs.arn(QueueUrl) },
    ]);
    await sqs.client.send(new RemovePermissionCommand({ QueueUrl, Label: 'partner' }));
    expect((await sqs.attributes(QueueUrl)).Policy ?? '').not.toContain('partner');
  });

  it('is purged of visible, delayed and in-flight messages, within a minute', async () => {
    const QueueUrl = await sqs.createQueue();
    await sqs.send(QueueUrl, 'in flight');
    await sqs.receiveOne(QueueUrl);
    await sqs.send(QueueUrl, 'visible');
    await sqs.send(QueueUrl, 'delayed', { DelaySeconds: 60 });
    await sqs.client.send(new PurgeQueueCommand({ QueueUrl }));
    await expect.poll(() => sqs.counts(QueueUrl), { timeout: 50_000 }).toEqual(['0', '0', '0']);
  });

  it('is not purged again within a minute', async () => {
    const QueueUrl = await sqs.createQueue();
    const purge = () => sqs.client.send(new PurgeQueueCommand({ QueueUrl }));
    await purge();
    await expect(purge()).rejects.toMatchObject({ name: 'PurgeQueueInProgress' });
  });

  it('is purged again after a minute', async ({ skip }) => {
    sqs.skipWait(skip, 60);
    const QueueUrl = await sqs.createQueue();
    const purge = () => sqs.client.send(new PurgeQueueCommand({ QueueUrl }));
    await purge();
    await sqs.pass(60);
    await sqs.send(QueueUrl, 'later');
    await purge();
    expect(await sqs.counts(QueueUrl)).toEqual(['0', '0', '0']);
  });
});

describe('a list of queues', () => {
  it('comes in pages, by prefix', async () => {
    const prefix = sqs.unusedName();
    for (const name of [`${prefix}-c`, `${prefix}-a`, `${prefix}-b`, `not-${prefix}`]) await create(name);
    const list = (NextToken?: string) =>
      sqs.client.send(new ListQueuesCommand({ QueueNamePrefix: prefix, MaxResults: 2, NextToken }));
    const first = await list();
    const second = await list(first.NextToken);
    expect([first.QueueUrls?.length, second.QueueUrls?.length, second.NextToken]).toEqual([2, 1, undefined]);
    const names = [first, second].flatMap(({ QueueUrls = [] }) => QueueUrls).map((url) => url.split('/').at(-1));
    expect(names.sort()).toEqual([`${prefix}-a`, `${prefix}-b`, `${prefix}-c`]);
  });

  it('tells in pages which queues send their dead letters to one', async () => {
    const { source, dead } = await sqs.createQueues(3);
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await sqs.arn(dead), maxReceiveCount: 3 });
    const sources = [source, await sqs.createQueue({ RedrivePolicy }), await sqs.createQueue({ RedrivePolicy })];
    const list = (NextToken?: string) =>
      sqs.client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: dead, MaxResults: 2, NextToken }));
    const first = await list();
    const second = await list(first.NextToken);
    expect([first.queueUrls?.length, second.queueUrls?.length, second.NextToken]).toEqual([2, 1, undefined]);
    expect([first, second].flatMap(({ queueUrls = [] }) => queueUrls).sort()).toEqual(sources.sort());
  });
});

describe('a deleted queue', () => {
  it('takes no message', async () => {
    const QueueUrl = await sqs.createQueue();
    await sqs.client.send(new DeleteQueueCommand({ QueueUrl }));
    await expect(sqs.send(QueueUrl, 'late')).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });

  it('keeps its name for 60 seconds', async ({ skip }) => {
    sqs.skipWait(skip, 60);
    const name = sqs.unusedName();
    const QueueUrl = await create(name);
    await sqs.client.send(new DeleteQueueCommand({ QueueUrl }));
    await expect(create(name)).rejects.toMatchObject({ name: 'QueueDeletedRecently' });
    await sqs.pass(60);
    expect(await create(name)).toBe(QueueUrl);
  });

  it('leaves handles that its successor of the same name refuses', async ({ skip }) => {
    sqs.skipWait(skip, 60);
    const name = sqs.unusedName();
    const queue = await create(name);
    await sqs.send(queue, 'old');
    const old = await sqs.receiveOne(queue);
    await sqs.client.send(new DeleteQueueCommand({ QueueUrl: queue }));
    await sqs.pass(60);
    await create(name);
    await sqs.send(queue, 'new');
    await sqs.receiveOne(queue);
    await expect(sqs.remove(queue, old)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });
});
