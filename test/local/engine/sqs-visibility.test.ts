import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
let queue: string;
beforeEach(async () => {
  trial = await startSqsTrial();
  queue = await trial.createQueue();
  await trial.send(queue, 'x');
});
afterEach(() => trial.stop());

describe('a consumer that holds a message', () => {
  it('gives it back at once with a visibility of 0', async () => {
    const message = await trial.receiveOne(queue);
    await trial.changeVisibility(queue, message, 0);
    expect((await trial.receiveOne(queue)).Attributes?.ApproximateReceiveCount).toBe('2');
  });

  it('keeps it by extending, counted from the extension, and without another receive', async () => {
    const message = await trial.receiveOne(queue);
    for (let heartbeat = 0; heartbeat < 3; heartbeat++) {
      trial.advance(20);
      await trial.changeVisibility(queue, message, 30);
    }
    trial.advance(29);
    expect(await trial.receive(queue)).toEqual([]);
    trial.advance(1);
    expect((await trial.receiveOne(queue)).Attributes?.ApproximateReceiveCount).toBe('2');
  });

  it('keeps it for 12 hours from its receive and no longer', async () => {
    const message = await trial.receiveOne(queue);
    trial.advance(10);
    await expect(trial.changeVisibility(queue, message, 43_191)).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
    });
    await trial.changeVisibility(queue, message, 43_190);
    await expect(trial.changeVisibility(queue, message, 43_201)).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
    });
  });

  it('has 12 hours again after the next receive', async () => {
    await trial.receiveOne(queue);
    trial.advance(30);
    const again = await trial.receiveOne(queue);
    await expect(trial.changeVisibility(queue, again, 43_200)).resolves.toBeDefined();
  });

  it('deletes it, twice without an error', async () => {
    const message = await trial.receiveOne(queue);
    await trial.remove(queue, message);
    await trial.remove(queue, message);
    expect(await trial.counts(queue)).toEqual(['0', '0', '0']);
  });

  it('can’t hide what it deleted', async () => {
    const message = await trial.receiveOne(queue);
    await trial.remove(queue, message);
    await expect(trial.changeVisibility(queue, message, 5)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });
});

describe('a consumer whose time ran out', () => {
  it('can’t hide the message any more', async () => {
    const message = await trial.receiveOne(queue);
    trial.advance(30);
    await expect(trial.changeVisibility(queue, message, 5)).rejects.toMatchObject({
      name: 'MessageNotInflight',
      Code: 'AWS.SimpleQueueService.MessageNotInflight',
    });
  });

  it('still deletes it while nobody else has received it', async () => {
    const message = await trial.receiveOne(queue);
    trial.advance(30);
    await trial.remove(queue, message);
    expect(await trial.receive(queue)).toEqual([]);
  });

  it('neither shortens nor ends the lease of the next consumer', async () => {
    const late = await trial.receiveOne(queue);
    trial.advance(30);
    const live = await trial.receiveOne(queue);
    await expect(trial.changeVisibility(queue, late, 0)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    await trial.remove(queue, late);
    expect(await trial.counts(queue)).toEqual(['0', '1', '0']);
    await trial.remove(queue, live);
    expect(await trial.counts(queue)).toEqual(['0', '0', '0']);
  });
});

describe('a handle that is none, or of another queue', () => {
  const remove = (QueueUrl: string, ReceiptHandle: string | undefined) =>
    trial.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  const hide = (QueueUrl: string, ReceiptHandle: string | undefined) =>
    trial.client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 5 }));

  it.each([
    ['deletes', remove],
    ['hides', hide],
  ])('%s nothing', async (_, ask) => {
    const other = await trial.createQueue();
    const { ReceiptHandle } = await trial.receiveOne(queue);
    await expect(ask(queue, 'garbage')).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
    await expect(ask(other, ReceiptHandle)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });
});

describe('a batch of handles', () => {
  it('changes visibilities one by one', async () => {
    const { ReceiptHandle } = await trial.receiveOne(queue);
    const Entries = [
      { Id: 'a', ReceiptHandle, VisibilityTimeout: 0 },
      { Id: 'b', ReceiptHandle: 'garbage', VisibilityTimeout: 0 },
    ];
    const answer = await trial.client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queue, Entries }));
    expect(answer.Successful).toEqual([{ Id: 'a' }]);
    expect(answer.Failed).toMatchObject([{ Id: 'b', Code: 'ReceiptHandleIsInvalid', SenderFault: true }]);
    expect(await trial.counts(queue)).toEqual(['1', '0', '0']);
  });

  it('deletes one by one', async () => {
    const { ReceiptHandle } = await trial.receiveOne(queue);
    const Entries = [
      { Id: 'a', ReceiptHandle },
      { Id: 'b', ReceiptHandle: 'garbage' },
    ];
    const answer = await trial.client.send(new DeleteMessageBatchCommand({ QueueUrl: queue, Entries }));
    expect(answer.Successful).toEqual([{ Id: 'a' }]);
    expect(answer.Failed).toMatchObject([{ Id: 'b', Code: 'ReceiptHandleIsInvalid' }]);
    expect(await trial.counts(queue)).toEqual(['0', '0', '0']);
  });
});
