import { defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import type { DelayedJobs } from '../../millrace/message/delayed-jobs.ts';
import { createProducer } from '../../millrace/producer/create-producer.ts';
import { createFakeQueues } from './fake-queues.ts';
import { createMemoryDelays } from './memory-delays.ts';
import { noteJob } from './note-job.ts';

const DAY = 86_400;

function createTrial(changes: Partial<DelayedJobs> = {}) {
  const [fake, memory, clock] = [createFakeQueues(), createMemoryDelays(), createVirtualClock()];
  const delays = { ...memory, ...changes };
  const producer = createProducer({ app: 'shop', stage: 'prod', queues: fake.queues, delays, clock });
  return { fake, clock, producer, memory, waiting: memory.waiting };
}

const dueAt = ({ dueAtMs = 0 }: { readonly dueAtMs?: number } = {}) => new Date(dueAtMs).toISOString();
const shortLived = defineJob({
  type: 'note.burn',
  owner: 'archive',
  payload: z.object({ noteId: z.string() }),
  idempotencyKey: 'noteId',
  expiresAfterSeconds: 60,
  replay: { rule: 'safe' },
});

describe('a job that is delayed for longer than SQS holds it back', () => {
  it.each([901, 3_600, 2 * DAY, 365 * DAY])('by %i s, waits outside of its queue', async (delaySeconds) => {
    const { producer, fake, waiting } = createTrial();
    const told = await producer.enqueue(noteJob, { noteId: 'n/1' }, { delaySeconds });
    expect(told).toEqual({ jobId: 'note.keep:n%2F1' });
    expect(fake.requests).toEqual([]);
    expect(waiting.get('note.keep:n%2F1')).toMatchObject({
      queueArn: 'arn:aws:sqs:eu-west-1:111122223333:shop-prod-note-keep',
    });
    expect(JSON.parse(waiting.get('note.keep:n%2F1')?.body ?? '')).toMatchObject({
      ...{ id: 'note.keep:n%2F1', time: '2026-01-01T00:00:00.000Z', data: { noteId: 'n/1' } },
    });
  });

  it('is due in a whole minute, never early', async () => {
    const { producer, clock, waiting } = createTrial();
    await producer.enqueue(noteJob, { noteId: 'on' }, { delaySeconds: 3_600 });
    clock.advance(1);
    await producer.enqueue(noteJob, { noteId: 'past' }, { delaySeconds: 3_600 });
    expect([...waiting.values()].map(dueAt)).toEqual(['2026-01-01T01:00:00.000Z', '2026-01-01T01:01:00.000Z']);
  });

  it('expires by its job’s own limit from when it is surely on its queue', async () => {
    const { producer, clock, waiting } = createTrial();
    clock.advance(1);
    await producer.enqueue(shortLived, { noteId: 'n-1' }, { delaySeconds: DAY });
    const { body = '', dueAtMs = 0 } = waiting.get('note.burn:n-1') ?? {};
    expect(new Date(dueAtMs).toISOString()).toBe('2026-01-02T00:01:00.000Z');
    expect(JSON.parse(body)).toMatchObject({ expirytime: '2026-01-02T00:04:00.000Z' });
  });

  it('goes to the queue of its priority', async () => {
    const urgent = defineJob({
      ...{ type: 'note.urge', owner: 'archive', payload: z.object({ noteId: z.string() }), idempotencyKey: 'noteId' },
      ...{ priorities: ['high', 'low'], replay: { rule: 'safe' } },
    });
    const { producer, waiting } = createTrial();
    await producer.enqueue(urgent, { noteId: 'n-1' }, { delaySeconds: DAY, priority: 'high' });
    expect(waiting.get('note.urge:n-1')?.queueArn).toMatch(/:shop-prod-note-urge-high$/);
  });

  it('is not refused for a queue that is full now', async () => {
    const { producer, fake, waiting } = createTrial();
    fake.answerDepth(async () => ({ waiting: 1_000_000, inFlight: 0, delayed: 0 }));
    await producer.enqueue(noteJob, { noteId: 'n-1' }, { delaySeconds: DAY });
    expect(waiting.size).toBe(1);
  });

  it('asks for its queue’s address and ARN once, whatever number of jobs follows', async () => {
    const { producer, fake } = createTrial();
    let asked = 0;
    const { arn } = fake.queues;
    fake.queues.arn = async (url) => {
      asked += 1;
      return arn(url);
    };
    for (const noteId of ['a', 'b', 'c']) await producer.enqueue(noteJob, { noteId }, { delaySeconds: DAY });
    expect([asked, fake.lookedUp]).toEqual([1, ['shop-prod-note-keep']]);
  });
});

describe('the same delayed job, sent again', () => {
  it('is taken where it holds the same, and its time stays', async () => {
    const { producer, clock, waiting } = createTrial();
    await producer.enqueue(noteJob, { noteId: 'n-1', text: 'a' }, { delaySeconds: DAY });
    clock.advance(600);
    await producer.enqueue(noteJob, { text: 'a', noteId: 'n-1' }, { delaySeconds: DAY });
    expect([...waiting.values()].map(dueAt)).toEqual(['2026-01-02T00:00:00.000Z']);
  });

  it('is refused where it holds something else', async () => {
    const { producer, waiting } = createTrial();
    await producer.enqueue(noteJob, { noteId: 'n-1', text: 'a' }, { delaySeconds: DAY });
    const again = producer.enqueue(noteJob, { noteId: 'n-1', text: 'b' }, { delaySeconds: DAY });
    await expect(again).rejects.toMatchObject({
      name: 'EnqueueError',
      jobId: 'note.keep:n-1',
      message:
        'note.keep:n-1 was not sent: another payload waits under its key until 2026-01-02T00:00:00.000Z: cancel that one, or use another key',
    });
    expect(JSON.parse(waiting.get('note.keep:n-1')?.body ?? '').data.text).toBe('a');
  });

  it('waits anew where the one before was due just now', async () => {
    let tries = 0;
    const memory = createMemoryDelays();
    const { producer } = createTrial({
      create: async (message) => {
        tries += 1;
        return tries > 1 && memory.create(message);
      },
      find: async () => undefined,
    });
    await producer.enqueue(noteJob, { noteId: 'n-1' }, { delaySeconds: DAY });
    expect([tries, memory.waiting.size]).toEqual([2, 1]);
  });

  it('is not said to be sent where nobody can tell', async () => {
    const { producer } = createTrial({ create: async () => false, find: async () => undefined });
    await expect(producer.enqueue(noteJob, { noteId: 'n-1' }, { delaySeconds: DAY })).rejects.toThrow(
      'one was waiting each time, and gone at the next look',
    );
  });
});

describe('many delayed jobs', () => {
  it('are told of one by one, and ten requests are under way at most', async () => {
    const count = { now: 0, most: 0 };
    const { producer } = createTrial({
      create: async ({ jobId }) => {
        count.now += 1;
        count.most = Math.max(count.most, count.now);
        await new Promise((resolve) => setImmediate(resolve));
        count.now -= 1;
        if (jobId.endsWith(':n-7')) throw Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
        return true;
      },
    });
    const payloads = [{ noteId: '' }, ...Array.from({ length: 99 }, (_, at) => ({ noteId: `n-${at + 1}` }))];
    const told = await producer.enqueueAll(noteJob, payloads, { delaySeconds: DAY });
    expect(count.most).toBe(10);
    expect(told.filter(({ ok }) => ok)).toHaveLength(98);
    expect(told[0]).toMatchObject({ ok: false, error: { name: 'InvalidPayloadError' } });
    expect(told[7]).toMatchObject({
      ...{ ok: false, jobId: 'note.keep:n-7' },
      error: { message: 'note.keep:n-7 was not sent: it could not be put off (ThrottlingException: Rate exceeded)' },
    });
  });
});
