import { CreateQueueCommand, GetQueueUrlCommand, ListQueueTagsCommand, QueueDoesNotExist } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());

const create = async (QueueName: string, Attributes: Record<string, string> = {}, tags: Record<string, string> = {}) =>
  (await sqs.client.send(new CreateQueueCommand({ QueueName, Attributes, tags }))).QueueUrl ?? '';
const json = (text = '{}') => JSON.parse(text);

describe('a new queue', () => {
  it('has the defaults of SQS, its ARN, its times and three counts', async () => {
    const now = (await sqs.now()) / 1000;
    const name = sqs.unusedName();
    const { QueueArn, CreatedTimestamp, LastModifiedTimestamp, ...rest } = await sqs.attributes(await create(name));
    expect(rest).toEqual({
      VisibilityTimeout: '30',
      MaximumMessageSize: '1048576',
      MessageRetentionPeriod: '345600',
      DelaySeconds: '0',
      ReceiveMessageWaitTimeSeconds: '0',
      SqsManagedSseEnabled: 'true',
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      ApproximateNumberOfMessagesDelayed: '0',
    });
    expect(QueueArn).toMatch(new RegExp(`^arn:aws:sqs:us-east-1:\\d{12}:${name}$`));
    for (const time of [CreatedTimestamp, LastModifiedTimestamp])
      expect(Math.abs(Number(time) - now)).toBeLessThanOrEqual(3);
  });

  it('keeps every attribute and tag it is given', async () => {
    const given = {
      VisibilityTimeout: '60',
      MessageRetentionPeriod: '1209600',
      DelaySeconds: '1',
      ReceiveMessageWaitTimeSeconds: '2',
      MaximumMessageSize: '2048',
      SqsManagedSseEnabled: 'false',
    };
    const deadLetterTargetArn = await sqs.arn(await sqs.createQueue());
    const documents = {
      RedrivePolicy: { deadLetterTargetArn, maxReceiveCount: 3 },
      RedriveAllowPolicy: { redrivePermission: 'denyAll' },
      Policy: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Deny', Principal: '*', Action: 'sqs:*', Resource: '*' }],
      },
    };
    const written = Object.fromEntries(Object.entries(documents).map(([name, value]) => [name, JSON.stringify(value)]));
    const tags = { team: 'jobs', stage: 'local' };
    const QueueUrl = await create(sqs.unusedName(), { ...given, ...written }, tags);
    const { RedrivePolicy, RedriveAllowPolicy, Policy, ...plain } = await sqs.attributes(QueueUrl);
    expect(plain).toMatchObject(given);
    expect(json(RedrivePolicy)).toEqual(documents.RedrivePolicy);
    expect(json(RedriveAllowPolicy)).toEqual(documents.RedriveAllowPolicy);
    expect(json(Policy)).toEqual(documents.Policy);
    expect((await sqs.client.send(new ListQueueTagsCommand({ QueueUrl }))).Tags).toEqual(tags);
  });

  it('says which queues may send their dead letters to it', async () => {
    const allow = { redrivePermission: 'byQueue', sourceQueueArns: ['arn:aws:sqs:us-east-1:000000000000:source'] };
    const queue = await sqs.createQueue({ RedriveAllowPolicy: JSON.stringify(allow) });
    expect(json((await sqs.attributes(queue)).RedriveAllowPolicy)).toEqual(allow);
  });

  it('is encrypted with a key of its own in place of SQS’s', async () => {
    const key = { KmsMasterKeyId: 'alias/aws/sqs', KmsDataKeyReusePeriodSeconds: '600' };
    const { SqsManagedSseEnabled = 'false', ...attributes } = await sqs.attributes(await sqs.createQueue(key));
    expect(attributes).toMatchObject(key);
    expect(SqsManagedSseEnabled).toBe('false');
  });

  it('is FIFO, with a deduplication and a throughput for each group', async () => {
    const given = {
      FifoQueue: 'true',
      ContentBasedDeduplication: 'true',
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
    };
    expect(await sqs.attributes(await sqs.createQueue(given))).toMatchObject(given);
  });

  it('may be created again with the same attributes, not with others', async () => {
    const name = sqs.unusedName();
    const first = await create(name, { VisibilityTimeout: '33' });
    expect(await create(name, { VisibilityTimeout: '33' })).toBe(first);
    await expect(create(name, { VisibilityTimeout: '34' })).rejects.toMatchObject({
      name: 'QueueNameExists',
      Code: 'QueueAlreadyExists',
    });
  });

  it.each<[string, string, Record<string, string>]>([
    ['with a space', 'a b', {}],
    ['of 81 characters', 'x'.repeat(81), {}],
    ['without .fifo for a FIFO queue', 'no-suffix', { FifoQueue: 'true' }],
    ['with .fifo for a standard queue', 'no-attribute.fifo', {}],
  ])('is refused under a name %s', async (_, name, attributes) => {
    await expect(create(name, attributes)).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
    });
  });

  it.each([
    ['DelaySeconds', '901', 'InvalidAttributeValue'],
    ['VisibilityTimeout', '43201', 'InvalidAttributeValue'],
    ['MessageRetentionPeriod', '59', 'InvalidAttributeValue'],
    ['MaximumMessageSize', '1048577', 'InvalidAttributeValue'],
    ['MaximumMessageSize', '1023', 'InvalidAttributeValue'],
    ['ReceiveMessageWaitTimeSeconds', '21', 'InvalidAttributeValue'],
    ['Policy', 'not json', 'InvalidAttributeValue'],
    ['Nope', '1', 'InvalidAttributeName'],
    ['ContentBasedDeduplication', 'true', 'InvalidAttributeName'],
  ])('is refused with %s of %s as %s', async (attribute, value, Code) => {
    await expect(sqs.createQueue({ [attribute]: value })).rejects.toMatchObject({ Code });
  });
});

describe('the URL of a queue', () => {
  it('is found by its name', async () => {
    const QueueName = sqs.unusedName();
    const queue = await create(QueueName);
    expect((await sqs.client.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl).toBe(queue);
  });

  it('is on the address that it was asked at', async () => {
    expect(new URL(await sqs.createQueue()).origin).toBe(new URL(sqs.endpoint).origin);
  });

  it('of none is refused under the SDK’s error class and the query protocol’s code', async () => {
    const byName = sqs.client.send(new GetQueueUrlCommand({ QueueName: sqs.unusedName() }));
    const byUrl = sqs.send(`${sqs.endpoint}/000000000000/${sqs.unusedName()}`, 'nowhere');
    for (const request of [byName, byUrl]) {
      const error = await request.catch((refusal) => refusal);
      expect(error).toBeInstanceOf(QueueDoesNotExist);
      expect([error.name, error.Code]).toEqual(['QueueDoesNotExist', 'AWS.SimpleQueueService.NonExistentQueue']);
    }
  });
});
