import { DeleteQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodies, type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
beforeEach(async () => {
  trial = await startSqsTrial();
});
afterEach(() => trial.stop());

const poll = (queue: string) => trial.receive(queue, { WaitTimeSeconds: 20 });

describe('a long poll', () => {
  it('answers at once with what is there, without waiting for ten', async () => {
    const queue = await trial.createQueue();
    await trial.send(queue, 'there');
    expect(bodies(await trial.receive(queue, { WaitTimeSeconds: 20 }))).toEqual(['there']);
  });

  it('wakes when a message arrives', async () => {
    const queue = await trial.createQueue();
    const received = poll(queue);
    await trial.waiting(queue, 1);
    await trial.send(queue, 'arrived');
    expect(bodies(await received)).toEqual(['arrived']);
  });

  it('wakes when a delay ends', async () => {
    const queue = await trial.createQueue();
    await trial.send(queue, 'delayed', { DelaySeconds: 7 });
    const received = poll(queue);
    await trial.waiting(queue, 1);
    trial.advance(6);
    await trial.waiting(queue, 1);
    trial.advance(1);
    expect(bodies(await received)).toEqual(['delayed']);
  });

  it('wakes when a visibility timeout ends, one that began while it waited too', async () => {
    const queue = await trial.createQueue();
    await trial.send(queue, 'held');
    const held = await trial.receiveOne(queue, { VisibilityTimeout: 30 });
    const received = poll(queue);
    await trial.waiting(queue, 1);
    await trial.changeVisibility(queue, held, 5);
    trial.advance(5);
    expect(bodies(await received)).toEqual(['held']);
  });

  it('wakes when a consumer gives a message back', async () => {
    const queue = await trial.createQueue();
    await trial.send(queue, 'given back');
    const held = await trial.receiveOne(queue);
    const received = poll(queue);
    await trial.waiting(queue, 1);
    await trial.changeVisibility(queue, held, 0);
    expect(bodies(await received)).toEqual(['given back']);
  });

  it('wakes at a dead-letter queue when a message is moved there', async () => {
    const { source, dead } = await trial.createQueues(1);
    await trial.send(source, 'poison');
    const received = poll(dead);
    await trial.waiting(dead, 1);
    await trial.receiveOne(source, { VisibilityTimeout: 0 });
    expect(await trial.receive(source)).toEqual([]);
    expect(bodies(await received)).toEqual(['poison']);
  });

  it('that loses a race waits on for its full time', async () => {
    const queue = await trial.createQueue();
    const [first, second] = [poll(queue), poll(queue)];
    await trial.waiting(queue, 2);
    await trial.send(queue, 'only one');
    await trial.waiting(queue, 1);
    trial.advance(20);
    const answers = await Promise.all([first, second]);
    expect(answers.map((answer) => answer.length).sort()).toEqual([0, 1]);
  });

  it('ends empty after its time, or its queue’s own unless it says otherwise', async () => {
    const queue = await trial.createQueue({ ReceiveMessageWaitTimeSeconds: '2' });
    expect(await trial.receive(queue, { WaitTimeSeconds: 0 })).toEqual([]);
    const received = trial.receive(queue, { WaitTimeSeconds: undefined });
    await trial.waiting(queue, 1);
    trial.advance(1);
    await trial.waiting(queue, 1);
    trial.advance(1);
    expect(await received).toEqual([]);
  });

  it('ends empty when its queue is deleted', async () => {
    const queue = await trial.createQueue();
    const received = poll(queue);
    await trial.waiting(queue, 1);
    await trial.client.send(new DeleteQueueCommand({ QueueUrl: queue }));
    expect(await received).toEqual([]);
  });

  it('whose caller has gone takes no message', async () => {
    const queue = await trial.createQueue();
    const caller = new AbortController();
    const command = new ReceiveMessageCommand({ QueueUrl: queue, WaitTimeSeconds: 20 });
    const received = trial.client.send(command, { abortSignal: caller.signal });
    await trial.waiting(queue, 1);
    caller.abort();
    await expect(received).rejects.toMatchObject({ name: 'AbortError' });
    await trial.waiting(queue, 0);
    await trial.send(queue, 'kept');
    expect(bodies(await trial.receive(queue))).toEqual(['kept']);
  });
});
