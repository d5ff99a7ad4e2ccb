import { SendMessageBatchCommand, type SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, it } from 'vitest';
import { bodies } from './sqs-calls.ts';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());

const sendBatch = (QueueUrl: string, Entries: SendMessageBatchRequestEntry[]) =>
  sqs.client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
const entries = (count: number, body = 'b') =>
  Array.from({ length: count }, (_, index) => ({ Id: `entry-${index}`, MessageBody: body }));

describe('a batch', () => {
  it('of ten is stored', async () => {
    const queue = await sqs.createQueue();
    const { Successful, Failed = [] } = await sendBatch(queue, entries(10));
    expect([Successful?.length, Failed]).toEqual([10, []]);
    expect(await sqs.counts(queue)).toEqual(['10', '0', '0']);
  });

  it('of ten times 100 KiB is stored', async () => {
    const queue = await sqs.createQueue();
    const { Successful } = await sendBatch(queue, entries(10, 'x'.repeat(102_400)));
    expect(Successful).toHaveLength(10);
  });

  it('keeps the group of each entry on a standard queue', async () => {
    const queue = await sqs.createQueue();
    await sendBatch(queue, [{ Id: 'a', MessageBody: 'x', MessageGroupId: 'tenant-1' }]);
    expect((await sqs.receiveOne(queue)).Attributes).toMatchObject({ MessageGroupId: 'tenant-1' });
  });

  it('reports an entry with a forbidden character beside the good ones', async () => {
    const queue = await sqs.createQueue();
    const { Successful, Failed } = await sendBatch(queue, [
      { Id: 'good', MessageBody: 'x' },
      { Id: 'bad', MessageBody: 'a\u0008' },
    ]);
    expect(Successful?.map(({ Id }) => Id)).toEqual(['good']);
    expect(Failed).toMatchObject([{ Id: 'bad', SenderFault: true, Code: 'InvalidMessageContents' }]);
    expect(bodies(await sqs.receive(queue))).toEqual(['x']);
  });

  it.each([
    ['no entry', [], 'EmptyBatchRequest'],
    ['eleven entries', entries(11), 'TooManyEntriesInBatchRequest'],
    ['one id twice', [...entries(1), ...entries(1)], 'BatchEntryIdsNotDistinct'],
    ['a bad id', [{ Id: 'a b', MessageBody: 'x' }], 'InvalidBatchEntryId'],
    ['more than 1 MiB in all', entries(10, 'x'.repeat(110_000)), 'BatchRequestTooLong'],
  ])('with %s is refused whole', async (_, batch, error) => {
    const queue = await sqs.createQueue();
    await expect(sendBatch(queue, batch)).rejects.toMatchObject({
      name: error,
      Code: `AWS.SimpleQueueService.${error}`,
    });
    expect(await sqs.counts(queue)).toEqual(['0', '0', '0']);
  });
});
