import { afterAll, describe, expect, it } from 'vitest';
import { bodies } from './sqs-calls.ts';
import { openSqs } from './sqs-contract.ts';

const sqs = await openSqs();
afterAll(() => sqs.stop());
const brief = sqs.briefSeconds;

describe('a long poll', () => {
  it('answers at once with what is there, without waiting for ten', async () => {
    const queue = await sqs.createQueue();
    await sqs.send(queue, 'there');
    const askedAt = performance.now();
    expect(bodies(await sqs.receive(queue, { WaitTimeSeconds: 20 }))).toEqual(['there']);
    expect(performance.now() - askedAt).toBeLessThan(5000);
  });

  it.each([1, 10])('for up to %i wakes when a message arrives', async (MaxNumberOfMessages) => {
    const queue = await sqs.createQueue();
    const { received } = await sqs.longPoll(queue, { MaxNumberOfMessages });
    await sqs.send(queue, 'arrived');
    expect(bodies(await received)).toEqual(['arrived']);
  });

  it('wakes when a delay ends', async () => {
    const queue = await sqs.createQueue();
    await sqs.send(queue, 'delayed', { DelaySeconds: brief });
    const { received } = await sqs.longPoll(queue);
    await sqs.pass(brief);
    expect(bodies(await received)).toEqual(['delayed']);
  });

  it('wakes when a visibility timeout ends', async () => {
    const queue = await sqs.createQueue({ VisibilityTimeout: `${brief}` });
    await sqs.send(queue, 'held');
    await sqs.receiveOne(queue);
    const { received } = await sqs.longPoll(queue);
    await sqs.pass(brief);
    expect(bodies(await received)).toEqual(['held']);
  });

  it('wakes when a visibility timeout ends that began while it waited', async () => {
    const queue = await sqs.createQueue();
    await sqs.send(queue, 'held');
    const held = await sqs.receiveOne(queue);
    const { received } = await sqs.longPoll(queue);
    await sqs.changeVisibility(queue, held, brief);
    await sqs.pass(brief);
    expect(bodies(await received)).toEqual(['held']);
  });

  it('wakes when a consumer gives a message back', async () => {
    const queue = await sqs.createQueue();
    await sqs.send(queue, 'given back');
    const held = await sqs.receiveOne(queue);
    const { received } = await sqs.longPoll(queue);
    await sqs.changeVisibility(queue, held, 0);
    expect(bodies(await received)).toEqual(['given back']);
  });

  it('wakes at a dead-letter queue when a message is moved there', async () => {
    const { source, dead } = await sqs.createQueues(1);
    await sqs.send(source, 'poison');
    const { received } = await sqs.longPoll(dead);
    await sqs.receiveOne(source, { VisibilityTimeout: 0 });
    expect(await sqs.receive(source)).toEqual([]);
    expect(bodies(await received)).toEqual(['poison']);
  });

  it('that loses a race waits on, for its full time', async () => {
    const queue = await sqs.createQueue();
    const polls = await sqs.longPolls(queue, 2);
    let answered = 0;
    for (const poll of polls)
      void poll.then(() => {
        answered += 1;
      });
    await sqs.send(queue, 'only one');
    expect(bodies(await Promise.race(polls))).toEqual(['only one']);
    await sqs.pass(brief);
    expect(answered).toBe(1);
    await sqs.pass(brief);
    const answers = await Promise.all(polls);
    expect(answers.map((answer) => answer.length).sort()).toEqual([0, 1]);
  });

  it('ends empty after its queue’s own time unless it says otherwise', async () => {
    const queue = await sqs.createQueue({ ReceiveMessageWaitTimeSeconds: `${brief}` });
    expect(await sqs.receive(queue, { WaitTimeSeconds: 0 })).toEqual([]);
    const startedAt = await sqs.now();
    const { received } = await sqs.longPoll(queue, { WaitTimeSeconds: undefined });
    const endedAt = received.then(() => sqs.now());
    await sqs.pass(brief / 2);
    await sqs.pass(brief / 2);
    expect(await received).toEqual([]);
    expect((await endedAt) - startedAt).toBeGreaterThanOrEqual(brief * 900);
  });
});
