import { describe, expect, it } from 'vitest';
import { createProducer } from '../../millrace/producer/create-producer.ts';
import { createFakeQueues } from './fake-queues.ts';
import { noteJob } from './note-job.ts';

type FakeAnswer = Parameters<typeof createFakeQueues>[0];

function createTrial(answer?: FakeAnswer) {
  const fake = createFakeQueues(answer);
  return { fake, producer: createProducer({ app: 'shop', stage: 'prod', queues: fake.queues }) };
}

const notes = (count: number, text?: string) =>
  Array.from({ length: count }, (_, at) => ({ noteId: `n-${at}`, ...(text === undefined ? {} : { text }) }));
const sent = (count: number) => Array.from({ length: count }, (_, at) => ({ ok: true, jobId: `note.keep:n-${at}` }));

describe('many jobs', () => {
  it('go in requests of ten', async () => {
    const { fake, producer } = createTrial();
    expect(await producer.enqueueAll(noteJob, notes(23))).toEqual(sent(23));
    expect(fake.ids.map((ids) => ids.length)).toEqual([10, 10, 3]);
  });

  it('go in requests of at most 1 MiB', async () => {
    const { fake, producer } = createTrial();
    expect(await producer.enqueueAll(noteJob, notes(10, 'x'.repeat(200_000)))).toEqual(sent(10));
    expect(fake.ids.map((ids) => ids.length)).toEqual([5, 5]);
    for (const messages of fake.requests) {
      const bytes = messages.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
      expect(bytes).toBeLessThanOrEqual(1_048_576);
    }
    expect(fake.ids.flat()).toEqual(sent(10).map(({ jobId }) => jobId));
  });

  it('of none are no request', async () => {
    const { fake, producer } = createTrial();
    expect(await producer.enqueueAll(noteJob, [])).toEqual([]);
    expect(fake.lookedUp).toEqual([]);
  });

  it('are told of one by one, in their order: a refused payload keeps no other from being sent', async () => {
    const { fake, producer } = createTrial();
    const told = await producer.enqueueAll(noteJob, [{ noteId: 'n-0' }, { noteId: '' }, { noteId: 'n-2' }]);
    expect(told).toMatchObject([
      { ok: true, jobId: 'note.keep:n-0' },
      { ok: false, jobId: undefined, error: { name: 'InvalidPayloadError' } },
      { ok: true, jobId: 'note.keep:n-2' },
    ]);
    expect(fake.ids).toEqual([['note.keep:n-0', 'note.keep:n-2']]);
  });

  it('are told of the one that is too large, by its own error, and the others are sent', async () => {
    const { fake, producer } = createTrial();
    const told = await producer.enqueueAll(noteJob, [
      { noteId: 'n-0' },
      { noteId: 'n-1', text: 'é'.repeat(130_000) },
      { noteId: 'n-2' },
    ]);
    expect(told.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(told[1]).toMatchObject({ error: { name: 'PayloadTooLargeError' } });
    expect(fake.ids).toEqual([['note.keep:n-0', 'note.keep:n-2']]);
  });

  it('may have equal ids, and any characters in them', async () => {
    const { producer } = createTrial();
    const told = await producer.enqueueAll(noteJob, [
      { noteId: 'order:1/α' },
      { noteId: 'x'.repeat(200) },
      { noteId: 'order:1/α' },
    ]);
    expect(told.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(told[0]?.jobId).toBe('note.keep:order%3A1%2F%CE%B1');
  });
});

describe('a request that SQS took in part', () => {
  const eighth = { index: 2, code: 'InternalError', senderFault: false };
  const seventh = { index: 6, code: 'InvalidMessageContents', senderFault: true };

  it('has only the one sent again at which SQS failed; the one it refused is told, with its job', async () => {
    const { fake, producer } = createTrial(async (_, request) => (request === 1 ? [eighth, seventh] : []));
    const told = await producer.enqueueAll(noteJob, notes(10));
    expect(fake.ids.slice(1)).toEqual([['note.keep:n-2']]);
    expect(told.filter(({ ok }) => ok)).toHaveLength(9);
    expect(told[6]).toMatchObject({
      ok: false,
      jobId: 'note.keep:n-6',
      error: { name: 'EnqueueError', message: 'note.keep:n-6 was not sent: SQS refused it (InvalidMessageContents)' },
    });
  });

  it('is tried three times in all', async () => {
    const { fake, producer } = createTrial(async () => [{ index: 0, code: 'InternalError', senderFault: false }]);
    const [told] = await producer.enqueueAll(noteJob, notes(1));
    expect(fake.requests).toHaveLength(3);
    expect(told).toMatchObject({
      ok: false,
      error: { message: 'note.keep:n-0 was not sent: SQS refused it (InternalError)' },
    });
  });

  it('is told of at its own place when the entry fails only the second time', async () => {
    const { producer } = createTrial(async (messages, request) => {
      if (request === 1) return [1, 3].map((index) => ({ index, code: 'InternalError', senderFault: false }));
      return messages.length === 2 ? [{ index: 1, code: 'TooBig', senderFault: true }] : [];
    });
    const told = await producer.enqueueAll(noteJob, notes(5));
    expect(told.map(({ ok }) => ok)).toEqual([true, true, true, false, true]);
  });

  it('without any answer counts as not sent, and keeps no other request from being sent', async () => {
    const { producer } = createTrial(async (_, request) => {
      if (request === 1) throw Object.assign(new Error('timed out'), { name: 'TimeoutError' });
      return [];
    });
    const told = await producer.enqueueAll(noteJob, notes(12));
    expect(told.map(({ ok }) => ok)).toEqual([...Array.from({ length: 10 }, () => false), true, true]);
    expect(told[0]).toMatchObject({
      error: { message: 'note.keep:n-0 was not sent: the request failed (TimeoutError)' },
    });
  });
});

describe('a thousand jobs', () => {
  /** Notes how many requests are under way at once. */
  function createCrowd() {
    const count = { now: 0, most: 0 };
    const trial = createTrial(async () => {
      count.now += 1;
      count.most = Math.max(count.most, count.now);
      await new Promise((resolve) => setImmediate(resolve));
      count.now -= 1;
      return [];
    });
    return { ...trial, count };
  }

  it('in one call make at most ten requests at once', async () => {
    const { producer, fake, count } = createCrowd();
    expect(await producer.enqueueAll(noteJob, notes(1_000))).toEqual(sent(1_000));
    expect(fake.requests).toHaveLength(100);
    expect(count.most).toBe(10);
  });

  it('in a call each make at most ten requests at once', async () => {
    const { producer, fake, count } = createCrowd();
    await Promise.all(notes(1_000).map((note) => producer.enqueue(noteJob, note)));
    expect(new Set(fake.ids.flat()).size).toBe(1_000);
    expect(count.most).toBe(10);
  });

  it('keep their turns when some of them fail', async () => {
    const { producer, fake } = createTrial(async (_, request) => {
      if (request % 2 === 0) throw new Error('every second one');
      return [];
    });
    const told = await producer.enqueueAll(noteJob, notes(300));
    expect(fake.requests).toHaveLength(30);
    expect(told.filter(({ ok }) => ok)).toHaveLength(150);
  });
});
