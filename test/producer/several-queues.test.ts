import { createHash } from 'node:crypto';
import { defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createProducer } from '../../millrace/producer/create-producer.ts';
import { createFakeQueues } from './fake-queues.ts';
import { noteJob } from './note-job.ts';

const spec = {
  type: 'note.keep',
  owner: 'archive',
  payload: z.object({ noteId: z.string(), shelfId: z.string().toLowerCase(), count: z.int().optional() }),
  idempotencyKey: 'noteId',
  replay: { rule: 'safe' },
} as const;
const ordered = defineJob({ ...spec, orderedBy: 'shelfId' });
const fair = defineJob({ ...spec, fairBy: 'shelfId' });
const urgent = defineJob({ ...spec, priorities: ['high', 'normal', 'low'] });

function createTrial(answer?: Parameters<typeof createFakeQueues>[0]) {
  const fake = createFakeQueues(answer);
  return { fake, producer: createProducer({ app: 'shop', stage: 'prod', queues: fake.queues }) };
}
const note = (noteId: string, shelfId = 's-1') => ({ noteId, shelfId });
const groupsIn = ({ requests }: ReturnType<typeof createFakeQueues>) =>
  requests.map((messages) => messages.map(({ groupId }) => groupId));

describe('a job with priorities', () => {
  it('goes to the queue of the one that is asked for', async () => {
    const { producer, fake } = createTrial();
    await producer.enqueue(urgent, note('n-1'), { priority: 'high' });
    await producer.enqueueAll(urgent, [note('n-2')], { priority: 'normal' });
    expect(fake.lookedUp).toEqual(['shop-prod-note-keep-high', 'shop-prod-note-keep-normal']);
  });

  it('goes to the last of the list, the least urgent, unless asked', async () => {
    const { producer, fake } = createTrial();
    await producer.enqueue(urgent, note('n-1'));
    expect(fake.lookedUp).toEqual(['shop-prod-note-keep-low']);
  });

  it.each(['urgent', 'HIGH', '', 'toString'])(
    'is refused with %j, which it has not, before anything is sent',
    async (priority) => {
      const { producer, fake } = createTrial();
      const refusal = {
        name: 'InvalidEnqueueOptionError',
        message: `priority: ${JSON.stringify(priority)} given; high, normal, low are allowed (low unless given)`,
      };
      await expect(producer.enqueue(urgent, note('n-1'), { priority })).rejects.toMatchObject(refusal);
      await expect(producer.enqueueAll(urgent, [note('n-1')], { priority })).rejects.toMatchObject(refusal);
      expect(fake.requests).toEqual([]);
    },
  );

  it('has no message group', async () => {
    const { producer, fake } = createTrial();
    await producer.enqueue(urgent, note('n-1'));
    expect(groupsIn(fake)).toEqual([[undefined]]);
  });
});

describe('a job of one queue', () => {
  it('is refused with any priority', async () => {
    const { producer } = createTrial();
    await expect(producer.enqueue(noteJob, { noteId: 'n-1' }, { priority: 'high' })).rejects.toThrow(
      'priority: "high" given; none is allowed: note.keep has no priorities',
    );
  });
});

describe('a job with fairBy', () => {
  it('bears its group, as its handler reads it, and nothing that deduplicates', async () => {
    const { producer, fake } = createTrial();
    await producer.enqueue(fair, note('n-1', 'S-1'), { delaySeconds: 5 });
    expect(fake.lookedUp).toEqual(['shop-prod-note-keep']);
    expect(fake.requests).toMatchObject([[{ groupId: 's-1', delaySeconds: 5 }]]);
    expect(fake.requests[0]?.[0]).not.toHaveProperty('deduplicationId');
  });
});

describe('a job with orderedBy', () => {
  it('bears its group and a hash of its id and payload, on the queue that ends in .fifo', async () => {
    const { producer, fake } = createTrial();
    await producer.enqueue(ordered, note('n-1', 'S-1'));
    const sent = '["note.keep:n-1",{"noteId":"n-1","shelfId":"S-1"}]';
    const deduplicationId = createHash('sha256').update(sent).digest('hex');
    expect(fake.lookedUp).toEqual(['shop-prod-note-keep.fifo']);
    expect(fake.requests).toEqual([
      [{ body: expect.any(String), delaySeconds: undefined, groupId: 's-1', deduplicationId }],
    ]);
  });

  it('is another message with another payload or key, and the same one however its fields are ordered', async () => {
    const { producer, fake } = createTrial();
    for (const payload of [
      { noteId: 'n-1', shelfId: 's-1', count: 1 },
      { count: 1, shelfId: 's-1', noteId: 'n-1' },
      { noteId: 'n-1', shelfId: 's-1', count: 2 },
      { noteId: 'n-2', shelfId: 's-1', count: 1 },
    ]) {
      await producer.enqueue(ordered, payload);
    }
    const ids = fake.requests.map(([message]) => message?.deduplicationId);
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 3]);
  });

  it.each([0, 5])('is refused with a delay of %i s: a FIFO queue delays no single message', async (delaySeconds) => {
    const { producer, fake } = createTrial();
    await expect(producer.enqueue(ordered, note('n-1'), { delaySeconds })).rejects.toMatchObject({
      name: 'InvalidEnqueueOptionError',
      message: `delaySeconds: ${delaySeconds} given; none is allowed: note.keep is ordered by shelfId, and a FIFO queue delays no single message`,
    });
    expect(fake.requests).toEqual([]);
  });
});

describe('many jobs with orderedBy', () => {
  const notes = [note('n-1', 'a'), note('n-2', 'a'), note('n-3', 'b'), note('n-4', 'a')];

  it('are sent one after the other within their group, other groups beside them', async () => {
    const { producer, fake } = createTrial();
    expect(await producer.enqueueAll(ordered, notes)).toEqual(
      ['n-1', 'n-2', 'n-3', 'n-4'].map((id) => ({ ok: true, jobId: `note.keep:${id}` })),
    );
    expect(fake.ids).toEqual([['note.keep:n-1', 'note.keep:n-3'], ['note.keep:n-2'], ['note.keep:n-4']]);
  });

  it('are not overtaken by those behind them where SQS fails at one and it is sent again', async () => {
    const { producer, fake } = createTrial(async (_messages, request) =>
      request === 1 ? [{ index: 0, code: 'InternalError', senderFault: false }] : [],
    );
    await producer.enqueueAll(ordered, notes);
    expect(fake.ids.flat()).toEqual(['n-1', 'n-3', 'n-1', 'n-2', 'n-4'].map((id) => `note.keep:${id}`));
  });

  it('are not sent where one before them in their group was refused, and each is told why', async () => {
    const { producer, fake } = createTrial(async (_messages, request) =>
      request === 1 ? [{ index: 0, code: 'InvalidMessageContents', senderFault: true }] : [],
    );
    const told = await producer.enqueueAll(ordered, notes);
    expect(told.map((one) => (one.ok ? one.jobId : one.error.message))).toEqual([
      'note.keep:n-1 was not sent: SQS refused it (InvalidMessageContents)',
      'note.keep:n-2 was not sent: note.keep:n-1, before it in its group, was not sent',
      'note.keep:n-3',
      'note.keep:n-4 was not sent: note.keep:n-1, before it in its group, was not sent',
    ]);
    expect(fake.requests).toHaveLength(1);
  });

  it('are not kept back by a payload that is refused', async () => {
    const { producer, fake } = createTrial();
    const wrong = { noteId: 7, shelfId: 'a' } as never;
    const told = await producer.enqueueAll(ordered, [wrong, note('n-2', 'a')]);
    expect(told.map(({ ok }) => ok)).toEqual([false, true]);
    expect(fake.ids).toEqual([['note.keep:n-2']]);
  });
});
