import {
  DeleteQueueCommand,
  ListMessageMoveTasksCommand,
  StartMessageMoveTaskCommand,
  type StartMessageMoveTaskCommandInput,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodies } from '../../contracts/sqs-calls.ts';
import { type SqsTrial, startSqsTrial } from './sqs-trial.ts';

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

describe('a move task of the embedded engine', () => {
  it('moves dead messages as new ones', async () => {
    await die('one');
    const [before] = trial.engine.sqs.messages('queue-1');
    trial.advance(100);
    await start();
    const received = await trial.receiveOne(source);
    expect(received.MessageId).not.toBe(before?.messageId);
    expect(received.Attributes).toMatchObject({
      ApproximateReceiveCount: '1',
      SentTimestamp: '1767225700000',
      ApproximateFirstReceiveTimestamp: '1767225700000',
    });
    expect(received.Attributes?.DeadLetterQueueSourceArn).toBeUndefined();
    expect(await tasks()).toMatchObject([{ ApproximateNumberOfMessagesToMove: 1 }]);
  });

  it('starts their retention anew', async () => {
    await die('old');
    trial.advance(3 * 86_400);
    await start();
    trial.advance(3 * 86_400);
    expect(await trial.counts(source)).toEqual(['1', '0', '0']);
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

  it('is forgotten when ten newer ones have run', async () => {
    for (let index = 0; index < 12; index++) {
      await start();
      trial.advance(1);
    }
    expect(await tasks(10)).toHaveLength(10);
  });
});
