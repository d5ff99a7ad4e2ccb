import {
  CancelMessageMoveTaskCommand,
  ListMessageMoveTasksCommand,
  StartMessageMoveTaskCommand,
  type StartMessageMoveTaskCommandInput,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { bodies } from './sqs-calls.ts';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());

let source: string;
let dead: string;
let other: string;
beforeEach(async () => {
  ({ source, dead } = await sqs.createQueues(1));
  other = await sqs.createQueue();
});

const MessageAttributes = { k: { DataType: 'String', StringValue: 'v' } };
async function die(...messages: string[]) {
  for (const body of messages) await sqs.send(source, body, { MessageAttributes });
  await sqs.receive(source, { VisibilityTimeout: 0 });
  await sqs.receive(source);
  expect(await sqs.counts(dead)).toEqual([`${messages.length}`, '0', '0']);
}
const start = async (more: Partial<StartMessageMoveTaskCommandInput> = {}) =>
  sqs.client.send(new StartMessageMoveTaskCommand({ SourceArn: await sqs.arn(dead), ...more }));
const tasks = async (MaxResults?: number) => {
  const SourceArn = await sqs.arn(dead);
  return (await sqs.client.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults }))).Results ?? [];
};
/** An engine may take a moment to move what it may move at once. */
const arrived = (queue: string, count: number) =>
  expect.poll(() => sqs.counts(queue), { timeout: 12_000 }).toEqual([`${count}`, '0', '0']);

describe('a move task', () => {
  it('takes dead messages back to their source, with their attributes', async () => {
    await die('one', 'two');
    expect((await start()).TaskHandle).toMatch(/./);
    await arrived(source, 2);
    const received = await sqs.receive(source);
    expect(bodies(received).sort()).toEqual(['one', 'two']);
    expect(received.map((message) => message.MessageAttributes)).toEqual([MessageAttributes, MessageAttributes]);
    expect(await tasks()).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 2 }]);
  });

  it('takes them to another queue when told so, and wakes who waits there', async () => {
    await die('dead');
    const { received } = await sqs.longPoll(other);
    await start({ DestinationArn: await sqs.arn(other) });
    expect(bodies(await received)).toEqual(['dead']);
  });

  it('keeps to its rate, and stops when it is cancelled', async () => {
    await die('a', 'b', 'c', 'd', 'e', 'f');
    const { TaskHandle } = await start({ DestinationArn: await sqs.arn(other), MaxNumberOfMessagesPerSecond: 1 });
    await sqs.pass(2);
    const [running] = await tasks();
    expect(running).toMatchObject({ Status: 'RUNNING', TaskHandle, MaxNumberOfMessagesPerSecond: 1 });
    expect([1, 2, 3, 4]).toContain(Number(running?.ApproximateNumberOfMessagesMoved));
    const cancel = () => sqs.client.send(new CancelMessageMoveTaskCommand({ TaskHandle }));
    const moved = Number((await cancel()).ApproximateNumberOfMessagesMoved);
    await expect.poll(async () => (await tasks())[0]?.Status, { timeout: 5000 }).toBe('CANCELLED');
    await sqs.pass(3);
    expect([await sqs.counts(dead), await sqs.counts(other)]).toEqual([
      [`${6 - moved}`, '0', '0'],
      [`${moved}`, '0', '0'],
    ]);
    expect((await tasks())[0]?.TaskHandle).toBeUndefined();
    await expect(cancel()).rejects.toMatchObject({ name: 'UnsupportedOperation' });
  });
});

describe('a request for a move task', () => {
  it('is refused while another one runs', async () => {
    await die('a', 'b', 'c');
    const slowly = { DestinationArn: await sqs.arn(other), MaxNumberOfMessagesPerSecond: 1 };
    await start(slowly);
    await expect(start(slowly)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  it('is refused for a queue that is nobody’s dead-letter queue', async () => {
    await expect(start({ SourceArn: await sqs.arn(other) })).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  it('is refused for a queue that does not exist', async () => {
    const missing = (await sqs.arn(other)).replace(/[^:]+$/, sqs.unusedName());
    const notFound = { name: 'ResourceNotFoundException' };
    await expect(start({ SourceArn: missing })).rejects.toMatchObject(notFound);
    await expect(start({ DestinationArn: missing })).rejects.toMatchObject(notFound);
  });

  it('is refused for a rate over 500 or a list over 10', async () => {
    const refused = { Code: 'InvalidParameterValue' };
    await expect(start({ MaxNumberOfMessagesPerSecond: 501 })).rejects.toMatchObject(refused);
    await expect(tasks(11)).rejects.toMatchObject(refused);
  });

  it('shows in a list, the newest one unless more are asked for', async () => {
    const finished = async () => (await tasks())[0]?.Status;
    for (let index = 0; index < 2; index++) {
      await start();
      await expect.poll(finished, { timeout: 5000 }).toBe('COMPLETED');
      await sqs.pass(1);
    }
    const [newer, older, ...rest] = await tasks(10);
    expect([await tasks(), rest]).toEqual([[newer], []]);
    expect(Number(newer?.StartedTimestamp)).toBeGreaterThan(Number(older?.StartedTimestamp));
  });
});
