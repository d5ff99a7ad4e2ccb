import { ChangeMessageVisibilityBatchCommand, ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
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

describe('a consumer that holds a message', () => {
  it('gives it back at once with a visibility of 0', async () => {
    const message = await sqs.receiveOne(queue);
    await sqs.changeVisibility(queue, message, 0);
    expect((await sqs.receiveOne(queue)).Attributes?.ApproximateReceiveCount).toBe('2');
  });

  it('keeps it by extending, counted from the extension, and without another receive', async () => {
    const message = await sqs.receiveOne(queue);
    for (let heartbeat = 0; heartbeat < 3; heartbeat++) {
      await sqs.pass(brief / 2);
      await sqs.changeVisibility(queue, message, brief);
    }
    await sqs.pass(brief / 2);
    expect(await sqs.receive(queue)).toEqual([]);
    await sqs.pass(brief / 2);
    expect((await sqs.receiveOne(queue)).Attributes?.ApproximateReceiveCount).toBe('2');
  });

  it('keeps it for 12 hours from its receive and no longer', async () => {
    const message = await sqs.receiveOne(queue);
    const tooLong = { Code: 'InvalidParameterValue' };
    await expect(sqs.changeVisibility(queue, message, 43_201)).rejects.toMatchObject(tooLong);
    await sqs.pass(brief / 2);
    await expect(sqs.changeVisibility(queue, message, 43_200)).rejects.toMatchObject(tooLong);
    await sqs.changeVisibility(queue, message, 43_190 - brief);
  });

  it('has 12 hours again after the next receive', async () => {
    await sqs.receiveOne(queue);
    await sqs.pass(brief);
    const again = await sqs.receiveOne(queue);
    await sqs.changeVisibility(queue, again, 43_190);
    expect(await sqs.counts(queue)).toEqual(['0', '1', '0']);
  });

  it('can’t hide what it deleted', async () => {
    const message = await sqs.receiveOne(queue);
    await sqs.remove(queue, message);
    await expect(sqs.changeVisibility(queue, message, 5)).rejects.toMatchObject({
      Code: expect.stringMatching(/^(InvalidParameterValue|ReceiptHandleIsInvalid)$|MessageNotInflight$/),
    });
  });
});

describe('a consumer whose time ran out', () => {
  it('can’t hide the message any more', async () => {
    const message = await sqs.receiveOne(queue);
    await sqs.pass(brief);
    await expect(sqs.changeVisibility(queue, message, 5)).rejects.toMatchObject({
      name: 'MessageNotInflight',
      Code: 'AWS.SimpleQueueService.MessageNotInflight',
    });
  });

  it('doesn’t shorten the lease of the next consumer', async () => {
    const late = await sqs.receiveOne(queue);
    await sqs.pass(brief);
    await sqs.receiveOne(queue);
    await Promise.allSettled([sqs.changeVisibility(queue, late, 0)]);
    expect(await sqs.receive(queue)).toEqual([]);
  });
});

describe('a change of visibility', () => {
  const hide = (QueueUrl: string, ReceiptHandle: string | undefined) =>
    sqs.client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 5 }));

  it('is refused with a handle that is none, or of another queue', async () => {
    const other = await sqs.createQueue();
    const { ReceiptHandle } = await sqs.receiveOne(queue);
    await expect(hide(queue, 'garbage')).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
    await expect(hide(other, ReceiptHandle)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });

  it('is made one by one in a batch', async () => {
    const { ReceiptHandle } = await sqs.receiveOne(queue);
    const Entries = [
      { Id: 'a', ReceiptHandle, VisibilityTimeout: 0 },
      { Id: 'b', ReceiptHandle: 'garbage', VisibilityTimeout: 0 },
    ];
    const answer = await sqs.client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queue, Entries }));
    expect(answer.Successful).toEqual([{ Id: 'a' }]);
    expect(answer.Failed).toMatchObject([{ Id: 'b', Code: 'ReceiptHandleIsInvalid', SenderFault: true }]);
    expect(await sqs.counts(queue)).toEqual(['1', '0', '0']);
  });
});
