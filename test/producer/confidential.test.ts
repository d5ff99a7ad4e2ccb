import { describe, expect, expectTypeOf, it } from 'vitest';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import {
  ConfidentialConflictError,
  createProducer,
  EnqueueError,
  InvalidPayloadError,
  JobOverError,
} from '../../millrace/producer/index.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { createFakeQueues } from './fake-queues.ts';
import { letterJob, orderedLetterJob } from './letter-job.ts';
import { noteJob } from './note-job.ts';

const DAY = 86_400;

function createTrial({ fails = () => false }: { readonly fails?: (key: string) => boolean } = {}) {
  const fake = createFakeQueues();
  const clock = createVirtualClock();
  const table = createMemoryRecordTable();
  const sentBefore: number[] = [];
  const records: Pick<typeof table, 'writeConfidential'> = {
    writeConfidential: async (write) => {
      sentBefore.push(fake.requests.length);
      if (fails(write.key)) throw new RangeError('the table was silent about zz-secret');
      return table.writeConfidential(write);
    },
  };
  const producer = createProducer({ app: 'shop', stage: 'prod', queues: fake.queues, records, clock });
  return { fake, clock, table, sentBefore, producer };
}

describe('confidential data that is enqueued', () => {
  it('is written beside the record before the job is sent, and nothing of it is in the message', async () => {
    const { producer, table, fake, sentBefore } = createTrial();
    const confidential = { to: 'zz-secret' };
    expect(await producer.enqueue(letterJob, { letterId: 'l/1' }, { confidential })).toEqual({
      jobId: 'letter.send:l%2F1',
    });
    expect(sentBefore).toEqual([0]);
    expect([...table.confidential]).toEqual([
      [
        'letter.send:l%2F1/confidential',
        {
          confidential: '{"to":"zz-secret"}',
          hash: expect.any(String),
          written: Date.UTC(2026, 0, 1) / 1000,
          expiration: Date.UTC(2026, 0, 1) / 1000 + 23 * DAY,
        },
      ],
    ]);
    expect(fake.ids).toEqual([['letter.send:l%2F1']]);
    expect(JSON.stringify(fake.requests)).not.toContain('zz-secret');
  });

  it('lives from when a delayed job is due', async () => {
    const { producer, table } = createTrial();
    await producer.enqueue(letterJob, { letterId: 'l-1' }, { confidential: { to: 'ada' }, delaySeconds: 900 });
    expect(table.confidential.get('letter.send:l-1/confidential')?.expiration).toBe(
      Date.UTC(2026, 0, 1) / 1000 + 900 + 23 * DAY,
    );
  });

  it('is sent again with the same data in another order of fields, and refused with other data', async () => {
    const { producer, fake } = createTrial();
    await producer.enqueue(letterJob, { letterId: 'l-1' }, { confidential: { to: 'zz-secret', name: 'Ada' } });
    await producer.enqueue(letterJob, { letterId: 'l-1' }, { confidential: { name: 'Ada', to: 'zz-secret' } });
    const other = producer.enqueue(letterJob, { letterId: 'l-1' }, { confidential: { to: 'zz-other' } });
    await expect(other).rejects.toThrow(ConfidentialConflictError);
    await expect(other).rejects.toMatchObject({
      jobId: 'letter.send:l-1',
      message:
        'letter.send:l-1 was not sent: it has other confidential data already, which is written once; give the same, or use a new key for a new job',
    });
    expect(fake.requests).toHaveLength(2);
  });

  it('is refused for a job that is over, and nothing is sent', async () => {
    const { producer, table, fake } = createTrial();
    const expiration = Date.UTC(2026, 0, 2) / 1000;
    await table.update({ id: 'letter.send:l-1', set: { type: 'letter.send', status: 'COMPLETED', expiration } });
    const late = producer.enqueue(letterJob, { letterId: 'l-1' }, { confidential: { to: 'zz-secret' } });
    await expect(late).rejects.toThrow(JobOverError);
    await expect(late).rejects.toThrow(/^letter\.send:l-1 was not sent: it is over/);
    expect(fake.requests).toEqual([]);
  });

  it('that the table did not answer for keeps the job from being sent', async () => {
    const { producer, fake } = createTrial({ fails: () => true });
    const unanswered = producer.enqueue(letterJob, { letterId: 'l-1' }, { confidential: { to: 'zz-secret' } });
    await expect(unanswered).rejects.toThrow(EnqueueError);
    await expect(unanswered).rejects.toMatchObject({
      message: 'letter.send:l-1 was not sent: its confidential data was not written (RangeError)',
      cause: expect.any(RangeError),
    });
    expect(fake.requests).toEqual([]);
  });

  it.each([
    [{ to: 'zz' }, '(confidential) to: must have at least 3 characters'],
    [undefined, '(confidential): letter.send needs it: give what its definition names'],
  ])('that does not fit is refused by its path, before anything is asked for', async (confidential, issue) => {
    const { producer, fake, sentBefore } = createTrial();
    // As JavaScript may call it.
    const given = { confidential } as { confidential: { to: string } };
    const refused = producer.enqueue(letterJob, { letterId: 'l-1' }, given);
    await expect(refused).rejects.toThrow(InvalidPayloadError);
    await expect(refused).rejects.toThrow(issue.slice(0, 20));
    expect([fake.lookedUp, sentBefore]).toEqual([[], []]);
  });

  it('is asked for by the types where the job has it, and refused where it has none', () => {
    const { producer } = createTrial();
    const right = () =>
      producer.enqueue(letterJob, { letterId: 'l' }, { confidential: { to: 'ada' }, delaySeconds: 1 });
    const none = () => producer.enqueue(noteJob, { noteId: 'n' });
    // @ts-expect-error: the job needs it.
    const forgotten = () => producer.enqueue(letterJob, { letterId: 'l' });
    // @ts-expect-error: the job needs it among the options.
    const missing = () => producer.enqueue(letterJob, { letterId: 'l' }, { delaySeconds: 1 });
    // @ts-expect-error: no field of it.
    const typo = () => producer.enqueue(letterJob, { letterId: 'l' }, { confidential: { too: 'ada' } });
    // @ts-expect-error: the job has none.
    const spare = () => producer.enqueue(noteJob, { noteId: 'n' }, { confidential: { to: 'ada' } });
    // @ts-expect-error: one entry for each payload.
    const one = () => producer.enqueueAll(letterJob, [{ letterId: 'l' }], { confidential: { to: 'ada' } });
    expectTypeOf([right, none, forgotten, missing, typo, spare, one]).toBeArray();
  });
});

describe('confidential data of many', () => {
  it('stands at the place of its payload, and what is refused keeps no other from being sent', async () => {
    const { producer, fake, table } = createTrial({ fails: (key) => key.includes('l-4') });
    await producer.enqueue(letterJob, { letterId: 'l-2' }, { confidential: { to: 'first' } });
    const enqueued = await producer.enqueueAll(
      letterJob,
      [{ letterId: 'l-1' }, { letterId: 'l-2' }, { letterId: 'l-3' }, { letterId: 'l-4' }, { letterId: 'l-5' }],
      { confidential: [{ to: 'ada' }, { to: 'other' }, { to: 'x' }, { to: 'dan' }, { to: 'eve' }] },
    );
    expect(enqueued.map((one) => (one.ok ? one.jobId : one.error.name))).toEqual([
      'letter.send:l-1',
      'ConfidentialConflictError',
      'InvalidPayloadError',
      'EnqueueError',
      'letter.send:l-5',
    ]);
    expect(fake.ids).toEqual([['letter.send:l-2'], ['letter.send:l-1', 'letter.send:l-5']]);
    expect(table.confidential.get('letter.send:l-5/confidential')?.confidential).toBe('{"to":"eve"}');
  });

  it('is one entry for each payload', async () => {
    const { producer } = createTrial();
    await expect(producer.enqueueAll(letterJob, [{ letterId: 'l-1' }], { confidential: [] })).rejects.toThrow(
      'confidential: 0 entries given; one entry for each of the 1 payloads is allowed',
    );
  });

  it('that is not known to be written stops those behind it in its group; what is refused stops nobody', async () => {
    const { producer, fake } = createTrial({ fails: (key) => key.includes('l-2') });
    const of = (letterId: string, route: string) => ({ letterId, route });
    await producer.enqueue(orderedLetterJob, of('l-6', 'south'), { confidential: { to: 'first' } });
    const enqueued = await producer.enqueueAll(
      orderedLetterJob,
      [
        of('l-1', 'north'),
        of('l-2', 'north'),
        of('l-3', 'south'),
        of('l-4', 'north'),
        of('l-6', 'south'),
        of('l-5', 'south'),
      ],
      { confidential: ['ada', 'bob', 'x', 'dan', 'other', 'eve'].map((to) => ({ to })) },
    );
    expect(enqueued.map((one) => (one.ok ? one.jobId : one.error.message.split('\n')[0]))).toEqual([
      'letter.send:l-1',
      'letter.send:l-2 was not sent: its confidential data was not written (RangeError)',
      'letter.send: payload refused',
      'letter.send:l-4 was not sent: letter.send:l-2, before it in its group, was not sent',
      'letter.send:l-6 was not sent: it has other confidential data already, which is written once; give the same, or use a new key for a new job',
      'letter.send:l-5',
    ]);
    expect(fake.ids.flat().toSorted()).toEqual(['letter.send:l-1', 'letter.send:l-5', 'letter.send:l-6']);
  });
});
