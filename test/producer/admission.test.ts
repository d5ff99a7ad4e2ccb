import { defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import { createProducer } from '../../millrace/producer/create-producer.ts';
import { createFakeQueues } from './fake-queues.ts';

const smallJob = defineJob({
  type: 'note.keep',
  owner: 'archive',
  payload: z.object({ noteId: z.string() }),
  idempotencyKey: 'noteId',
  // Ten a second at most, of which a hundred may be there.
  ...{ p95Seconds: 1, concurrency: 10, maxDepth: 100 },
  replay: { rule: 'safe' },
});

/** A producer, and a queue whose depth a test sets. */
function createTrial() {
  const fake = createFakeQueues();
  const clock = createVirtualClock();
  const queue = { waiting: 0, inFlight: 0, delayed: 0, readings: 0 };
  fake.answerDepth(async () => {
    queue.readings += 1;
    return queue;
  });
  const producer = createProducer({ app: 'shop', stage: 'prod', queues: fake.queues, clock });
  let sent = 0;
  const enqueue = () => producer.enqueue(smallJob, { noteId: `n-${sent++}` });
  const enqueueAll = (count: number) =>
    producer.enqueueAll(
      smallJob,
      Array.from({ length: count }, () => ({ noteId: `n-${sent++}` })),
    );
  return { fake, clock, queue, producer, enqueue, enqueueAll };
}

describe('a queue that is full', () => {
  it.each([
    ['visible', { waiting: 100 }],
    ['in flight', { inFlight: 100 }],
    ['delayed', { delayed: 100 }],
    ['each a part of them', { waiting: 40, inFlight: 40, delayed: 20 }],
  ])('of messages that are %s refuses a job, and nothing is sent', async (_what, depth) => {
    const { fake, queue, producer, enqueue } = createTrial();
    Object.assign(queue, depth);
    await expect(enqueue()).rejects.toMatchObject({
      name: 'QueueFullError',
      jobId: 'note.keep:n-0',
      message: 'note.keep:n-0 was not sent: its queue holds 100 messages, 100 are allowed; try again in 3 s',
      seconds: 3,
    });
    expect([fake.requests, producer.counts]).toEqual([[], { queueFull: 1, unanswered: 0 }]);
  });

  it('takes jobs again only at 80 % of what it may hold', async () => {
    const { clock, queue, enqueue } = createTrial();
    queue.waiting = 100;
    await expect(enqueue()).rejects.toThrow('100 are allowed');
    queue.waiting = 81;
    clock.advance(1);
    await expect(enqueue()).rejects.toThrow('its queue holds 81 messages');
    queue.waiting = 80;
    clock.advance(1);
    await expect(enqueue()).resolves.toEqual({ jobId: 'note.keep:n-2' });
  });

  it('was not full while it held one less', async () => {
    const { queue, enqueue } = createTrial();
    queue.waiting = 99;
    await expect(enqueue()).resolves.toBeDefined();
    await expect(enqueue()).rejects.toThrow('its queue holds 100 messages, 100 are allowed');
  });

  it('takes the first of many, tells each of the others when its own place is free, and loses none', async () => {
    const { fake, queue, producer, enqueueAll } = createTrial();
    queue.waiting = 95;
    const answers = await enqueueAll(35);
    expect(answers.map(({ ok }) => ok)).toEqual([...Array(5).fill(true), ...Array(30).fill(false)]);
    // 20 have to go until it takes any, at ten a second; fifty places are told in each stretch of five seconds.
    const seconds = answers.slice(5).map((answer) => !answer.ok && 'seconds' in answer.error && answer.error.seconds);
    expect(seconds).toEqual([...Array(21).fill(3), ...Array(9).fill(3)]);
    expect([fake.ids.flat().length, producer.counts.queueFull]).toEqual([5, 30]);
  });
});

describe('a reading of the depth', () => {
  it('serves all jobs of five seconds, and those sent meanwhile are added to it', async () => {
    const { clock, queue, enqueueAll } = createTrial();
    await Promise.all([enqueueAll(10), enqueueAll(10)]);
    clock.advance(4);
    await enqueueAll(10);
    expect(queue.readings).toBe(1);
    clock.advance(1);
    await enqueueAll(1);
    expect(queue.readings).toBe(2);
  });

  it('that leaves too little room is made again after a second', async () => {
    const { clock, queue, enqueueAll } = createTrial();
    expect((await enqueueAll(100)).every(({ ok }) => ok)).toBe(true);
    clock.advance(1);
    queue.waiting = 10;
    expect((await enqueueAll(50)).every(({ ok }) => ok)).toBe(true);
    expect(queue.readings).toBe(2);
  });

  it('does not forget what is still on its way', async () => {
    const { fake, clock, queue, producer, enqueueAll } = createTrial();
    const answered = Promise.withResolvers<void>();
    fake.queues.send = async () => {
      await answered.promise;
      return [];
    };
    const first = enqueueAll(60);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(6);
    const second = enqueueAll(60);
    await new Promise((resolve) => setImmediate(resolve));
    expect([queue.readings, producer.counts.queueFull]).toEqual([2, 20]);
    answered.resolve();
    await Promise.all([first, second]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('throttled'))],
    ['does not come within a second', () => new Promise<never>(() => undefined)],
  ])('that %s blocks no job and is counted, once in five seconds', async (_what, depth) => {
    const { fake, clock, queue, producer, enqueue } = createTrial();
    queue.waiting = 100;
    await expect(enqueue()).rejects.toThrow('100 are allowed');
    fake.answerDepth(depth);
    clock.advance(1);
    const call = enqueue();
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1);
    await expect(call).resolves.toBeDefined();
    await expect(enqueue()).resolves.toBeDefined();
    expect(producer.counts).toEqual({ queueFull: 1, unanswered: 1 });
  });
});

describe('the wait that a refused job is told', () => {
  it('follows how fast the queue really drains, over the last minute', async () => {
    const { clock, queue, enqueue } = createTrial();
    queue.waiting = 100;
    await expect(enqueue()).rejects.toMatchObject({ seconds: 3 });
    for (let second = 0; second < 10; second += 1) {
      clock.advance(1);
      queue.waiting -= 1;
      if (second < 9) await expect(enqueue()).rejects.toMatchObject({ name: 'QueueFullError' });
    }
    // Ten went in ten seconds; three, at the rate of ten a second that was declared, count as seen besides.
    await expect(enqueue()).rejects.toMatchObject({ seconds: 10 });
  });

  it('grows where nothing is drained', async () => {
    const { clock, queue, enqueue } = createTrial();
    queue.waiting = 100;
    await expect(enqueue()).rejects.toMatchObject({ seconds: 3 });
    clock.advance(2);
    await expect(enqueue()).rejects.toMatchObject({ seconds: 17 });
    clock.advance(50);
    await expect(enqueue()).rejects.toMatchObject({ seconds: 367 });
  });

  it('is the same where the job asks again too early', async () => {
    const { clock, queue, producer } = createTrial();
    queue.waiting = 100;
    await expect(producer.enqueue(smallJob, { noteId: 'n' })).rejects.toMatchObject({ seconds: 3 });
    clock.advance(1);
    await expect(producer.enqueue(smallJob, { noteId: 'n' })).rejects.toMatchObject({ seconds: 2 });
  });

  it('ends with a place up to the last, while those that were told none get in up to 80 % alone', async () => {
    const { clock, queue, producer, enqueue } = createTrial();
    queue.waiting = 100;
    await expect(producer.enqueue(smallJob, { noteId: 'early' })).rejects.toMatchObject({ seconds: 3 });
    for (let at = 0; at < 60; at += 1) await expect(enqueue()).rejects.toMatchObject({ name: 'QueueFullError' });
    queue.waiting = 98;
    clock.advance(3);
    await expect(producer.enqueue(smallJob, { noteId: 'late' })).rejects.toMatchObject({ name: 'QueueFullError' });
    await expect(producer.enqueue(smallJob, { noteId: 'early' })).resolves.toEqual({ jobId: 'note.keep:early' });
  });

  it('is an hour at most', async () => {
    const { queue, enqueue } = createTrial();
    queue.waiting = 100_000;
    await expect(enqueue()).rejects.toMatchObject({ seconds: 3600 });
  });
});
