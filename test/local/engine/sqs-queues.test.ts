import {
  AddPermissionCommand,
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListQueuesCommand,
  ListQueueTagsCommand,
  PurgeQueueCommand,
  QueueDoesNotExist,
  RemovePermissionCommand,
  SetQueueAttributesCommand,
  TagQueueCommand,
  UntagQueueCommand,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
beforeEach(async () => {
  trial = await startSqsTrial();
});
afterEach(() => trial.stop());

const create = (QueueName: string, Attributes: Record<string, string> = {}, tags: Record<string, string> = {}) =>
  trial.client.send(new CreateQueueCommand({ QueueName, Attributes, tags }));

describe('a new queue', () => {
  it('has the defaults of SQS, its ARN, its times and three counts', async () => {
    const { QueueUrl = '' } = await create('defaults');
    expect(QueueUrl).toBe(`${trial.engine.endpoint}/000000000000/defaults`);
    expect(await trial.attributes(QueueUrl)).toEqual({
      VisibilityTimeout: '30',
      MaximumMessageSize: '1048576',
      MessageRetentionPeriod: '345600',
      DelaySeconds: '0',
      ReceiveMessageWaitTimeSeconds: '0',
      SqsManagedSseEnabled: 'true',
      QueueArn: 'arn:aws:sqs:us-east-1:000000000000:defaults',
      CreatedTimestamp: '1767225600',
      LastModifiedTimestamp: '1767225600',
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      ApproximateNumberOfMessagesDelayed: '0',
    });
  });

  it('keeps the attributes and tags it is given', async () => {
    const { QueueUrl = '' } = await create(
      'given',
      {
        VisibilityTimeout: '60',
        DelaySeconds: '1',
        KmsMasterKeyId: 'alias/aws/sqs',
        KmsDataKeyReusePeriodSeconds: '600',
      },
      { team: 'jobs' },
    );
    expect(await trial.attributes(QueueUrl)).toMatchObject({
      VisibilityTimeout: '60',
      DelaySeconds: '1',
      KmsMasterKeyId: 'alias/aws/sqs',
      KmsDataKeyReusePeriodSeconds: '600',
      SqsManagedSseEnabled: 'false',
    });
    const { Tags } = await trial.client.send(new ListQueueTagsCommand({ QueueUrl }));
    expect(Tags).toEqual({ team: 'jobs' });
  });

  it('may be created again with the same attributes, not with others', async () => {
    const first = await create('again', { VisibilityTimeout: '33' });
    expect((await create('again', { VisibilityTimeout: '33' })).QueueUrl).toBe(first.QueueUrl);
    await expect(create('again', { VisibilityTimeout: '34' })).rejects.toMatchObject({
      name: 'QueueNameExists',
      Code: 'QueueAlreadyExists',
    });
  });

  it.each([
    ['a b', {}, 'InvalidParameterValue'],
    ['x'.repeat(81), {}, 'InvalidParameterValue'],
    ['no-suffix', { FifoQueue: 'true' }, 'InvalidParameterValue'],
    ['no-attribute.fifo', {}, 'InvalidParameterValue'],
    ['refused', { DelaySeconds: '901' }, 'InvalidAttributeValue'],
    ['refused', { VisibilityTimeout: '43201' }, 'InvalidAttributeValue'],
    ['refused', { MessageRetentionPeriod: '59' }, 'InvalidAttributeValue'],
    ['refused', { MaximumMessageSize: '1048577' }, 'InvalidAttributeValue'],
    ['refused', { ReceiveMessageWaitTimeSeconds: '21' }, 'InvalidAttributeValue'],
    ['refused', { Policy: 'not json' }, 'InvalidAttributeValue'],
    ['refused', { Nope: '1' }, 'InvalidAttributeName'],
    ['refused', { ContentBasedDeduplication: 'true' }, 'InvalidAttributeName'],
  ])('named %s with %j is refused as %s', async (name, attributes, error) => {
    await expect(create(name, attributes as Record<string, string>)).rejects.toMatchObject({ Code: error });
  });
});

describe('a queue that exists', () => {
  it('is found by its name', async () => {
    const queue = await trial.createQueue();
    const QueueName = queue.slice(queue.lastIndexOf('/') + 1);
    expect((await trial.client.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl).toBe(queue);
  });

  it('takes other attributes, and loses one that is set to nothing', async () => {
    const { source } = await trial.createQueues(3);
    const set = (Attributes: Record<string, string>) =>
      trial.client.send(new SetQueueAttributesCommand({ QueueUrl: source, Attributes }));
    await set({ VisibilityTimeout: '77', RedrivePolicy: '' });
    const attributes = await trial.attributes(source);
    expect([attributes.VisibilityTimeout, attributes.RedrivePolicy]).toEqual(['77', undefined]);
    await expect(set({ VisibilityTimeout: '43201' })).rejects.toMatchObject({ Code: 'InvalidAttributeValue' });
  });

  it('answers an attribute it does not know with InvalidAttributeName', async () => {
    const QueueUrl = await trial.createQueue();
    const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['Nope' as 'All'] });
    await expect(trial.client.send(asked)).rejects.toMatchObject({ name: 'InvalidAttributeName' });
  });

  it('is tagged and untagged', async () => {
    const QueueUrl = await trial.createQueue();
    await trial.client.send(new TagQueueCommand({ QueueUrl, Tags: { a: '1', b: '2' } }));
    await trial.client.send(new UntagQueueCommand({ QueueUrl, TagKeys: ['a'] }));
    expect((await trial.client.send(new ListQueueTagsCommand({ QueueUrl }))).Tags).toEqual({ b: '2' });
  });

  it('carries a permission in its policy until it is removed', async () => {
    const QueueUrl = await trial.createQueue();
    const permission = { Label: 'partner', AWSAccountIds: ['123456789012'], Actions: ['SendMessage'] };
    await trial.client.send(new AddPermissionCommand({ QueueUrl, ...permission }));
    const { Policy = '' } = await trial.attributes(QueueUrl);
    expect(JSON.parse(Policy).Statement).toEqual([
      {
        Sid: 'partner',
        Effect: 'Allow',
        Principal: { AWS: ['arn:aws:iam::123456789012:root'] },
        Action: ['SQS:SendMessage'],
        Resource: await trial.arn(QueueUrl),
      },
    ]);
    await trial.client.send(new RemovePermissionCommand({ QueueUrl, Label: 'partner' }));
    expect((await trial.attributes(QueueUrl)).Policy).toBeUndefined();
  });

  it('is purged of visible, delayed and in-flight messages, once a minute', async () => {
    const QueueUrl = await trial.createQueue();
    await trial.send(QueueUrl, 'in flight');
    await trial.receiveOne(QueueUrl);
    await trial.send(QueueUrl, 'visible');
    await trial.send(QueueUrl, 'delayed', { DelaySeconds: 60 });
    const purge = () => trial.client.send(new PurgeQueueCommand({ QueueUrl }));
    await purge();
    expect(await trial.counts(QueueUrl)).toEqual(['0', '0', '0']);
    await expect(purge()).rejects.toMatchObject({ name: 'PurgeQueueInProgress' });
    trial.advance(60);
    await expect(purge()).resolves.toBeDefined();
  });
});

describe('lists of queues', () => {
  it('come in pages, by prefix', async () => {
    for (const name of ['page-c', 'page-a', 'page-b', 'other']) await create(name);
    const list = (NextToken?: string) =>
      trial.client.send(new ListQueuesCommand({ QueueNamePrefix: 'page-', MaxResults: 2, NextToken }));
    const first = await list();
    const second = await list(first.NextToken);
    const names = (urls: string[] = []) => urls.map((url) => url.split('/').at(-1));
    expect([names(first.QueueUrls), names(second.QueueUrls)]).toEqual([['page-a', 'page-b'], ['page-c']]);
    expect(second.NextToken).toBeUndefined();
  });

  it('tell which queues send their dead letters to one', async () => {
    const { source, dead } = await trial.createQueues(3);
    const { queueUrls } = await trial.client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: dead }));
    expect(queueUrls).toEqual([source]);
  });
});

describe('a deleted queue', () => {
  it('is refused under the SDK’s error class and the query protocol’s code', async () => {
    const QueueUrl = await trial.createQueue();
    await trial.client.send(new DeleteQueueCommand({ QueueUrl }));
    const error = await trial.send(QueueUrl, 'late').catch((refusal) => refusal);
    expect(error).toBeInstanceOf(QueueDoesNotExist);
    expect(error.Code).toBe('AWS.SimpleQueueService.NonExistentQueue');
  });

  it('keeps its name for 60 seconds', async () => {
    const { QueueUrl } = await create('kept');
    await trial.client.send(new DeleteQueueCommand({ QueueUrl }));
    await expect(create('kept')).rejects.toMatchObject({ name: 'QueueDeletedRecently' });
    trial.advance(60);
    await expect(create('kept')).resolves.toMatchObject({ QueueUrl });
  });

  it('leaves handles that its successor of the same name refuses', async () => {
    const { QueueUrl = '' } = await create('succeeded');
    await trial.send(QueueUrl, 'old');
    const old = await trial.receiveOne(QueueUrl);
    await trial.client.send(new DeleteQueueCommand({ QueueUrl }));
    trial.advance(60);
    await create('succeeded');
    await trial.send(QueueUrl, 'new');
    await trial.receiveOne(QueueUrl);
    await expect(trial.remove(QueueUrl, old)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });
});
