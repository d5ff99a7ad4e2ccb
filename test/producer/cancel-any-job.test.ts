import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import type { DelayedJobs } from '../../millrace/message/delayed-jobs.ts';
import { cancelAnyJob } from '../../millrace/producer/cancel-any-job.ts';
import { createProducer } from '../../millrace/producer/create-producer.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { createFakeQueues } from './fake-queues.ts';
import { createMemoryDelays } from './memory-delays.ts';
import { noteJob } from './note-job.ts';

const ID = 'note.keep:n-1';
const DAY = 86_400;
const JANUARY_1 = Date.UTC(2026, 0, 1) / 1000;

function createTrial(changes: Partial<DelayedJobs> = {}) {
  const clock = createVirtualClock();
  const records = createMemoryRecordTable();
  const memory = createMemoryDelays();
  const delays = { ...memory, ...changes };
  const { queues } = createFakeQueues();
  const producer = createProducer({ app: 'shop', stage: 'prod', queues, delays, clock });
  const undeleted: string[] = [];
  const ports = { records, delays, notDeleted: (id: string, error: unknown) => undeleted.push(`${id}: ${error}`) };
  return {
    ...{ records, undeleted, waiting: memory.waiting },
    delay: (days: number) => producer.enqueue(noteJob, { noteId: 'n-1' }, { delaySeconds: days * DAY }),
    cancel: (job = noteJob) => cancelAnyJob(ports, job, ID, clock.now()),
  };
}

describe('a delayed job that is cancelled', () => {
  it('waits no more, and its record outlives the time at which it was due', async () => {
    const { delay, cancel, waiting, records } = createTrial();
    await delay(100);
    expect(await cancel()).toEqual({ kind: 'cancelled' });
    expect(waiting.size).toBe(0);
    expect(await records.get(ID)).toMatchObject({ status: 'CANCELLED', expiration: JANUARY_1 + (100 + 22) * DAY });
  });

  it('is cancelled all the same where what waits can’t be taken away, and that is told', async () => {
    const { delay, cancel, waiting, undeleted } = createTrial({
      delete: async () => {
        throw new Error('throttled');
      },
    });
    await delay(100);
    expect(await cancel()).toEqual({ kind: 'cancelled' });
    expect([waiting.size, undeleted]).toEqual([1, ['note.keep:n-1: Error: throttled']]);
  });

  it.each([
    ['has ended', { status: 'COMPLETED' }, { kind: 'ended', status: 'COMPLETED' }],
    ['is dead', { status: 'DEAD' }, { kind: 'dead' }],
    ['runs', { status: 'INPROGRESS', fence: 'f-1', in_progress_expiration: 0 }, { kind: 'cancelling' }],
  ] as const)('waits no more, too, where an earlier one of its key %s', async (_what, set, answer) => {
    const { delay, cancel, waiting, records } = createTrial();
    await records.update({ id: ID, set: { ...set, expiration: JANUARY_1 + 22 * DAY } });
    await delay(100);
    expect(await cancel()).toEqual(answer);
    expect(waiting.size).toBe(0);
  });

  it('and was cancelled before stays so until what waits now is due', async () => {
    const { delay, cancel, records } = createTrial();
    await cancel();
    await delay(100);
    expect(await cancel()).toEqual({ kind: 'cancelled' });
    expect(await records.get(ID)).toMatchObject({ expiration: JANUARY_1 + (100 + 22) * DAY });
  });

  it('is not told to be cancelled where nobody can say whether it waits', async () => {
    const { cancel, records } = createTrial({
      find: async () => {
        throw new Error('no answer');
      },
    });
    await expect(cancel()).rejects.toThrow('no answer');
    expect(await records.get(ID)).toBeUndefined();
  });
});

describe('a job that does not wait outside of its queue', () => {
  it('is cancelled as ever', async () => {
    const { cancel, records } = createTrial();
    expect(await cancel()).toEqual({ kind: 'cancelled' });
    expect(await records.get(ID)).toMatchObject({ status: 'CANCELLED', expiration: JANUARY_1 + 22 * DAY });
  });

  it('is not looked for there where it has an order', async () => {
    const { cancel } = createTrial({ find: () => Promise.reject(new Error('nobody asks')) });
    expect(await cancel({ ...noteJob, orderedBy: 'noteId' })).toEqual({ kind: 'cancelled' });
  });
});
