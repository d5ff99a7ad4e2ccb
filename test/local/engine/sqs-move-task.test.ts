import {
  CancelMessageMoveTaskCommand,
  DeleteQueueCommand,
  ListMessageMoveTasksCommand,
  StartMessageMoveTaskCommand,
  type StartMessageMoveTaskCommandInput,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodies, type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
let source: string;
let dead: string;
let other: string;
beforeEach(async () => {
  trial = await startSqsTrial();
  ({ source, dead } = await trial.createQueues(1));
  other = await trial.createQueue();
});
afterEach(() => trial.stop());

async function die(...messages: string[]) {
  for (const body of messages) await trial.send(source, body);
  await trial.receive(source, { VisibilityTimeout: 0 });
  await trial.receive(source);
}
const start = async (more: Partial<StartMessageMoveTaskCommandInput> = {}) =>
  trial.client.send(new StartMessageMoveTaskCommand({ SourceArn: await trial.arn(dead), ...more }));
const tasks = async (MaxResults?: number) => {
  const SourceArn = await trial.arn(dead);
  return (await trial.client.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults }))).Results ?? [];
};

describe('a move task', () => {
  it('takes dead messages back to their source, as new ones', async () => {
    await die('one', 'two');
    const [before] = trial.engine.sqs.messages('queue-1');
    trial.advance(100);
    await start();
    const received = await trial.receive(source);
    expect(bodies(received)).toEqual(['one', 'two']);
    expect(received[0]?.MessageId).not.toBe(before?.messageId);
    expect(received[0]?.Attributes).toMatchObject({
      ApproximateReceiveCount: '1',
      SentTimestamp: '1767225700000',
      ApproximateFirstReceiveTimestamp: '1767225700000',
    });
    expect(received[0]?.Attributes?.DeadLetterQueueSourceArn).toBeUndefined();
    expect(await tasks()).toMatchObject([
      { Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 2, ApproximateNumberOfMessagesToMove: 2 },
    ]);
  });

  it('starts their retention anew', async () => {
    await die('old');
    trial.advance(3 * 86_400);
    await start();
    trial.advance(3 * 86_400);
    expect(await trial.counts(source)).toEqual(['1', '0', '0']);
  });

  it('takes them to another queue when told so, and wakes who waits there', async () => {
    await die('dead');
    const received = trial.receive(other, { WaitTimeSeconds: 20 });
    await trial.waiting(other, 1);
    await start({ DestinationArn: await trial.arn(other) });
    expect(bodies(await received)).toEqual(['dead']);
  });

  it('keeps to its rate, and stops when it is cancelled', async () => {
    await die('a', 'b', 'c', 'd', 'e');
    const { TaskHandle } = await start({ DestinationArn: await trial.arn(other), MaxNumberOfMessagesPerSecond: 1 });
    trial.advance(2);
    expect(await tasks()).toMatchObject([
      { Status: 'RUNNING', TaskHandle, ApproximateNumberOfMessagesMoved: 3, MaxNumberOfMessagesPerSecond: 1 },
    ]);
    const cancel = () => trial.client.send(new CancelMessageMoveTaskCommand({ TaskHandle }));
    expect((await cancel()).ApproximateNumberOfMessagesMoved).toBe(3);
    trial.advance(60);
    expect([await trial.counts(dead), await trial.counts(other)]).toEqual([
      ['2', '0', '0'],
      ['3', '0', '0'],
    ]);
    const [task] = await tasks();
    expect([task?.Status, task?.TaskHandle]).toEqual(['CANCELLED', undefined]);
    await expect(cancel()).rejects.toMatchObject({ name: 'UnsupportedOperation' });
  });

  it('moves what was there at its start, not what dies meanwhile', async () => {
    await die('a', 'b');
    await start({ DestinationArn: await trial.arn(other), MaxNumberOfMessagesPerSecond: 1 });
    await die('late');
    trial.advance(60);
    expect([await trial.counts(dead), await trial.counts(other)]).toEqual([
      ['1', '0', '0'],
      ['2', '0', '0'],
    ]);
  });

  it('moves nothing that a consumer of the dead-letter queue holds', async () => {
    await die('held', 'free');
    await trial.receiveOne(dead);
    await start();
    expect(bodies(await trial.receive(source))).toEqual(['free']);
    expect(await trial.counts(dead)).toEqual(['0', '1', '0']);
  });

  it('fails on a message that was sent to the dead-letter queue itself, and leaves it there', async () => {
    await trial.send(dead, 'direct');
    await start();
    expect(await tasks()).toMatchObject([{ Status: 'FAILED', FailureReason: 'CouldNotDetermineMessageSource' }]);
    expect(await trial.counts(dead)).toEqual(['1', '0', '0']);
  });

  it('fails when the source of its messages is gone', async () => {
    await die('orphan');
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await trial.arn(dead), maxReceiveCount: 3 });
    await trial.createQueue({ RedrivePolicy });
    await trial.client.send(new DeleteQueueCommand({ QueueUrl: source }));
    await start();
    expect(await tasks()).toMatchObject([
      { Status: 'FAILED', FailureReason: 'AWS.SimpleQueueService.NonExistentQueue' },
    ]);
  });
});

describe('a request for a move task', () => {
  it('is refused while another one runs', async () => {
    await die('a', 'b', 'c');
    await start({ MaxNumberOfMessagesPerSecond: 1 });
    await expect(start()).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  it('is refused for a queue that is nobody’s dead-letter queue', async () => {
    await expect(start({ SourceArn: await trial.arn(other) })).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  it('is refused for a queue that does not exist', async () => {
    const missing = 'arn:aws:sqs:us-east-1:000000000000:missing';
    const notFound = { name: 'ResourceNotFoundException' };
    await expect(start({ SourceArn: missing })).rejects.toMatchObject(notFound);
    await expect(start({ DestinationArn: missing })).rejects.toMatchObject(notFound);
  });

  it('is refused for a rate over 500 or a list over 10', async () => {
    const refused = { Code: 'InvalidParameterValue' };
    await expect(start({ MaxNumberOfMessagesPerSecond: 501 })).rejects.toMatchObject(refused);
    await expect(tasks(11)).rejects.toMatchObject(refused);
  });

  it('shows in a list of the newest ten, one unless asked for more', async () => {
    for (let index = 0; index < 12; index++) {
      await start();
      trial.advance(1);
    }
    expect((await tasks()).map((task) => task.StartedTimestamp)).toEqual([1767225611000]);
    expect(await tasks(10)).toHaveLength(10);
  });
});
