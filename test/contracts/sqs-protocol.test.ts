import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { post } from './raw-request.ts';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());

describe('an engine of queues', () => {
  afterEach(async () => {
    expect(await sqs.counts(await sqs.createQueue())).toEqual(['0', '0', '0']);
  });

  it('names the query protocol’s code in the header of a refusal', async () => {
    const QueueName = sqs.unusedName();
    const { status, headers } = await post(sqs.endpoint, 'AmazonSQS.GetQueueUrl', JSON.stringify({ QueueName }));
    expect(status).toBe(400);
    expect(headers.get('x-amzn-query-error')).toBe('AWS.SimpleQueueService.NonExistentQueue;Sender');
  });

  it.each([
    ['an action that SQS does not have', 'AmazonSQS.Nope', '{}'],
    ['a body that is not JSON', 'AmazonSQS.ListQueues', '{oops'],
  ])('refuses %s and goes on', async (_, target, body) => {
    expect((await post(sqs.endpoint, target, body)).status).toBe(400);
  });
});
