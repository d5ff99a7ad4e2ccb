import { afterEach, describe, expect, it, vi } from 'vitest';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import { withinJob } from '../../millrace/message/current-job.ts';
import { createProducer } from '../../millrace/producer/create-producer.ts';
import type { EnqueueOptions } from '../../millrace/producer/enqueue-options.ts';
import { createFakeQueues } from './fake-queues.ts';
import { noteJob } from './note-job.ts';

afterEach(() => vi.unstubAllEnvs());

function createTrial(answer?: Parameters<typeof createFakeQueues>[0]) {
  const fake = createFakeQueues(answer);
  const clock = createVirtualClock();
  return { fake, producer: createProducer({ app: 'shop', stage: 'prod', queues: fake.queues, clock }) };
}

describe('a job that is enqueued', () => {
  it('is one CloudEvents document on the queue of its name, and nothing beside the body', async () => {
    const { producer, fake } = createTrial();
    expect(await producer.enqueue(noteJob, { noteId: 'n/1' })).toEqual({ jobId: 'note.keep:n%2F1' });
    expect(fake.lookedUp).toEqual(['shop-prod-note-keep']);
    expect(fake.requests).toEqual([[{ body: expect.any(String), delaySeconds: undefined }]]);
    expect(JSON.parse(fake.requests[0]?.[0]?.body ?? '')).toEqual({
      specversion: '1.0',
      id: 'note.keep:n%2F1',
      source: '/millrace/shop/prod',
      type: 'note.keep',
      time: '2026-01-01T00:00:00.000Z',
      datacontenttype: 'application/json',
      dataschema: 'urn:millrace:job:note.keep:1',
      data: { noteId: 'n/1' },
    });
  });

  it('finds its queue once, whatever number of jobs follows', async () => {
    const { producer, fake } = createTrial();
    await Promise.all([producer.enqueue(noteJob, { noteId: 'n-1' }), producer.enqueue(noteJob, { noteId: 'n-2' })]);
    await producer.enqueueAll(noteJob, [{ noteId: 'n-3' }]);
    expect(fake.lookedUp).toEqual(['shop-prod-note-keep']);
  });

  it('is refused before anything is sent when its payload is wrong, with paths and without values', async () => {
    const { producer, fake } = createTrial();
    const wrong = { noteId: '', count: 1.5, text: 'AKIAIOSFODNN7EXAMPLE' };
    await expect(producer.enqueue(noteJob, wrong)).rejects.toMatchObject({
      name: 'InvalidPayloadError',
      message: expect.not.stringContaining('AKIA'),
      issues: expect.arrayContaining([
        expect.objectContaining({ path: 'noteId' }),
        expect.objectContaining({ path: 'count' }),
      ]),
    });
    expect([fake.requests, fake.lookedUp]).toEqual([[], []]);
  });

  it('is validated as it will be on the wire: a Date is its ISO text there', async () => {
    const { producer, fake } = createTrial();
    const keptAt = new Date('2026-01-02T03:04:05Z') as unknown as string;
    await producer.enqueue(noteJob, { noteId: 'n-1', keptAt });
    expect(fake.documents).toMatchObject([{ data: { keptAt: '2026-01-02T03:04:05.000Z' } }]);
  });

  it('takes app and stage from its function, where none is given, and says what is missing', async () => {
    const { queues, lookedUp } = createFakeQueues();
    vi.stubEnv('MILLRACE_APP', 'bakery');
    vi.stubEnv('MILLRACE_STAGE', '');
    await expect(createProducer({ queues }).enqueue(noteJob, { noteId: 'n-1' })).rejects.toThrow(
      'createProducer: no stage; give it, or run where MILLRACE_STAGE is set',
    );
    vi.stubEnv('MILLRACE_STAGE', 'dev');
    await createProducer({ queues }).enqueue(noteJob, { noteId: 'n-1' });
    expect(lookedUp).toEqual(['bakery-dev-note-keep']);
  });

  it('of a queue that is not there is told what to check; the next one looks again', async () => {
    const { queues, lookedUp } = createFakeQueues();
    const producer = createProducer({ app: 'absent', stage: 'prod', queues });
    const message =
      'there is no queue absent-prod-note-keep in this account and region; check app and stage, and that the stack is deployed';
    await expect(producer.enqueue(noteJob, { noteId: 'n-1' })).rejects.toThrow(message);
    await expect(producer.enqueueAll(noteJob, [{ noteId: 'n-1' }])).rejects.toThrow(message);
    expect(lookedUp).toHaveLength(2);
  });

  it('rejects when SQS did not take it, with its id and the cause', async () => {
    const cause = new Error('socket hang up');
    const { producer } = createTrial(async () => {
      throw cause;
    });
    await expect(producer.enqueue(noteJob, { noteId: 'n-1' })).rejects.toMatchObject({
      name: 'EnqueueError',
      jobId: 'note.keep:n-1',
      message: 'note.keep:n-1 was not sent: the request failed (Error)',
      cause,
    });
  });

  it('has been sent when the call returns', async () => {
    const sent = Promise.withResolvers<readonly []>();
    const { producer } = createTrial(() => sent.promise);
    let returned = false;
    const call = producer.enqueue(noteJob, { noteId: 'n-1' }).then(() => {
      returned = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(returned).toBe(false);
    sent.resolve([]);
    await call;
    expect(returned).toBe(true);
  });
});

describe('a delay', () => {
  it.each([0, 1, 900])('of %i s is SQS’s own', async (delaySeconds) => {
    const { producer, fake } = createTrial();
    await producer.enqueue(noteJob, { noteId: 'n-1' }, { delaySeconds });
    expect(fake.requests[0]?.[0]?.delaySeconds).toBe(delaySeconds);
  });

  it.each([31_536_001, -1, 1.5, Number.NaN, '5', null])(
    'of %s is refused before anything is sent',
    async (delaySeconds) => {
      const { producer, fake } = createTrial();
      const options = { delaySeconds } as EnqueueOptions;
      const message = `delaySeconds: ${delaySeconds} given; whole seconds from 0 to 31536000 (365 days) are allowed`;
      await expect(producer.enqueue(noteJob, { noteId: 'n-1' }, options)).rejects.toThrow(message);
      await expect(producer.enqueueAll(noteJob, [{ noteId: 'n-1' }], options)).rejects.toThrow(message);
      expect(fake.requests).toEqual([]);
    },
  );
});

describe('an expiry', () => {
  it.each([
    ['a Date', new Date('2026-02-01T00:00:00Z'), '2026-02-01T00:00:00.000Z'],
    ['a text', '2026-02-01T01:00:00+01:00', '2026-02-01T00:00:00.000Z'],
  ])('travels as an ISO instant, given as %s', async (_, expiresAt, expirytime) => {
    const { producer, fake } = createTrial();
    await producer.enqueue(noteJob, { noteId: 'n-1' }, { expiresAt });
    expect(fake.documents).toMatchObject([{ expirytime }]);
  });

  it.each([
    ['words', 'tomorrow'],
    ['a number as a text, which Date takes for a year', '5'],
    ['a text without its zone, which Date takes for local time', '2026-02-01T01:00:00'],
    ['a day', '2026-02-01'],
    ['a Date of nothing', new Date(Number.NaN)],
  ])('that is none is refused: %s', async (_, expiresAt) => {
    const { producer } = createTrial();
    await expect(producer.enqueue(noteJob, { noteId: 'n-1' }, { expiresAt })).rejects.toThrow(
      'expiresAt: no instant; a Date or a text like 2026-11-30T15:00:00Z is allowed',
    );
  });
});

describe('a job that enqueues a job', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  it('hands on its trace and counts a hop, by itself', async () => {
    const { producer, fake } = createTrial();
    await withinJob({ id: 'note.keep:parent', hops: 3, traceparent }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await producer.enqueue(noteJob, { noteId: 'child' });
    });
    await producer.enqueue(noteJob, { noteId: 'outside' });
    expect(fake.documents).toMatchObject([{ hops: 4, traceparent }, { id: 'note.keep:outside' }]);
    expect(fake.documents[1]).not.toHaveProperty('hops');
    expect(fake.documents[1]).not.toHaveProperty('traceparent');
  });

  it('is refused after ten hops, before Lambda would drop it without a word', async () => {
    const { producer, fake } = createTrial();
    const parent = { id: 'note.keep:parent', hops: 10, traceparent: undefined };
    await expect(withinJob(parent, () => producer.enqueue(noteJob, { noteId: 'child' }))).rejects.toThrow(
      'note.keep not sent by note.keep:parent: 10 jobs enqueued one another already, which looks like a loop',
    );
    expect(fake.requests).toEqual([]);
  });
});
