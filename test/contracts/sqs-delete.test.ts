import { DeleteMessageBatchCommand, DeleteMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());
const brief = sqs.briefSeconds;

let queue: string;
beforeEach(async () => {
  queue = await sqs.createQueue({ VisibilityTimeout: `${brief}` });
  await sqs.send(queue, 'x');
});

describe('a deletion', () => {
  it('is final, and made twice without an error', async () => {
    const message = await sqs.receiveOne(queue);
    await sqs.remove(queue, message);
    await sqs.remove(queue, message);
    expect(await sqs.counts(queue)).toEqual(['0', '0', '0']);
  });

  it('is made after the time ran out, while nobody else has received the message', async () => {
    const message = await sqs.receiveOne(queue);
    await sqs.pass(brief);
    await sqs.remove(queue, message);
    expect(await sqs.counts(queue)).toEqual(['0', '0', '0']);
  });

  it('with an old handle is no error while another consumer holds the message', async () => {
    const late = await sqs.receiveOne(queue);
    await sqs.pass(brief);
    await sqs.receiveOne(queue);
    await expect(sqs.remove(queue, late)).resolves.toBeDefined();
  });

  it('is refused with a handle that is none, or of another queue', async () => {
    const remove = (QueueUrl: string, ReceiptHandle: string | undefined) =>
      sqs.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    const other = await sqs.createQueue();
    const { ReceiptHandle } = await sqs.receiveOne(queue);
    await expect(remove(queue, 'garbage')).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
    await expect(remove(other, ReceiptHandle)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });
});

describe('a batch of deletions', () => {
  const removeBatch = (Entries: { Id: string; ReceiptHandle: string | undefined }[]) =>
    sqs.client.send(new DeleteMessageBatchCommand({ QueueUrl: queue, Entries }));

  it('is made one by one', async () => {
    const { ReceiptHandle } = await sqs.receiveOne(queue);
    const answer = await removeBatch([
      { Id: 'a', ReceiptHandle },
      { Id: 'b', ReceiptHandle: 'garbage' },
    ]);
    expect(answer.Successful).toEqual([{ Id: 'a' }]);
    expect(answer.Failed).toMatchObject([{ Id: 'b', Code: 'ReceiptHandleIsInvalid' }]);
    expect(await sqs.counts(queue)).toEqual(['0', '0', '0']);
  });

  it.each([
    [0, 'EmptyBatchRequest'],
    [11, 'TooManyEntriesInBatchRequest'],
  ])('of %i is refused as %s', async (count, name) => {
    const entries = Array.from({ length: count }, (_, index) => ({ Id: `${index}`, ReceiptHandle: 'x' }));
    await expect(removeBatch(entries)).rejects.toMatchObject({ name });
  });
});
