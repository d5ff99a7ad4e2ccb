import { describe, expect, it } from 'vitest';
import type { JobRecord } from '../../millrace/record/job-record.ts';
import type { RecordWrite } from '../../millrace/record/record-table.ts';
import { claim, claimForgotten, claimLapsed, claimNewCycle } from '../../millrace/record/writes/claiming.ts';
import { takeUp } from '../../millrace/record/writes/saving.ts';
import {
  cancelLapsed,
  dieLapsed,
  expire,
  expireStepped,
  overForgotten,
} from '../../millrace/record/writes/unclaimed.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { AT, CONTENT, DEATH, NOW_MS, TERMS } from './written-job.ts';

const lapsed: JobRecord = {
  ...{ ...CONTENT, status: 'INPROGRESS', expiration: 1_767_226_000, attempts: 2, fence: 'theirs' },
  in_progress_expiration: NOW_MS - 1,
};
const dead: JobRecord = { ...CONTENT, status: 'DEAD', expiration: 1_767_226_000, fence: 'theirs', death_id: 'd-1' };
const stepped: JobRecord = { ...lapsed, steps: { weigh: { done: true } }, steps_revision: 3 };
const forgotten: JobRecord = { ...CONTENT, status: 'COMPLETED', expiration: 1_767_225_599, fence: 'theirs' };

async function written(stands: Partial<JobRecord> & Pick<JobRecord, 'id'>, write: RecordWrite) {
  const records = createMemoryRecordTable();
  await records.update({ id: stands.id, set: stands });
  return records.update(write);
}

const moves: Record<string, Partial<JobRecord>> = {
  status: { status: 'FAILED' },
  fence: { fence: 'of a later run' },
  in_progress_expiration: { in_progress_expiration: NOW_MS + 1 },
  cancel_requested: { cancel_requested: true },
  death_id: { death_id: 'of a later death' },
  expiration: { expiration: 1_767_226_600 },
  steps_revision: { steps_revision: 4 },
};

describe('a second update', () => {
  const claimMarks = ['status', 'fence', 'in_progress_expiration', 'cancel_requested'];
  const lifeMarks = ['status', 'fence', 'expiration'];
  it.each([
    ['the claim of a suspect', lapsed, claimLapsed(lapsed, CONTENT, TERMS, []), claimMarks],
    ['the death of what kills its hosts', lapsed, dieLapsed(lapsed, CONTENT, DEATH), claimMarks],
    ['the cancellation of a lapsed claim', lapsed, cancelLapsed(lapsed, AT), claimMarks],
    ['the expiry of a job with steps', stepped, expireStepped(stepped, CONTENT, AT), [...claimMarks, 'steps_revision']],
    ['the claim of a new cycle', dead, claimNewCycle(dead, CONTENT, TERMS), ['status', 'death_id']],
    ['a claim past the lifetime', forgotten, claimForgotten(forgotten, CONTENT, TERMS), lifeMarks],
    ['an end past the lifetime', forgotten, overForgotten(expire(CONTENT, AT), forgotten), lifeMarks],
  ] as const)(
    'is written over exactly what was read, and over nothing that moved since: %s',
    async (_, read, write, marks) => {
      expect((await written(read, write)).written).toBe(true);
      for (const mark of marks)
        expect([mark, (await written({ ...read, ...moves[mark] }, write)).written]).toEqual([mark, false]);
    },
  );
});

describe('the expiry of a job with steps', () => {
  it('is none before these were looked at, and leaves nothing of a claim', async () => {
    expect((await written(stepped, expire(CONTENT, AT))).written).toBe(false);
    const { record } = await written({ ...stepped, alone: true, data: '1' }, expireStepped(stepped, CONTENT, AT));
    expect(record).toEqual({
      ...{ ...CONTENT, status: 'EXPIRED', expiration: 1_767_226_600, ended_at: '2026-01-01T00:00:00.000Z' },
      ...{ attempts: 2, fence: 'theirs', steps: { weigh: { done: true } }, steps_revision: 3 },
    });
  });
});

describe('whoever claims', () => {
  it.each([
    ['a job that failed', { ...lapsed, status: 'FAILED' } as const, claim(CONTENT, TERMS), { attempts: 3 }],
    ['a suspect', lapsed, claimLapsed(lapsed, CONTENT, TERMS, []), { attempts: 2, alone: true, failures: [] }],
    ['a suspect that ran alone', lapsed, claimLapsed({ ...lapsed, alone: true }, CONTENT, TERMS, []), { attempts: 3 }],
    ['a new cycle', dead, claimNewCycle(dead, CONTENT, TERMS), { attempts: 1, cycle: 2 }],
    ['an edited job', dead, claimNewCycle(dead, CONTENT, TERMS, true), { attempts: 1, cycle: 2, edited: true }],
    ['a later cycle', { ...dead, cycle: 2 }, claimNewCycle({ ...dead, cycle: 2 }, CONTENT, TERMS), { cycle: 3 }],
    ['what is past its lifetime', forgotten, claimForgotten(forgotten, CONTENT, TERMS), { attempts: 1 }],
  ])(
    'holds %s under a fence and until an instant of its own, with what the message carries',
    async (_, stands, write, more) => {
      const { type: _type, version: _version, validation: _validation, ...other } = stands;
      // What an earlier message carried is replaced, where it may be other content.
      const { record } = await written(other, write);
      expect(record).toMatchObject({
        ...{ ...CONTENT, status: 'INPROGRESS', fence: 'mine', in_progress_expiration: NOW_MS + 30_000 },
        ...{ expiration: 1_767_226_600, started_at: '2026-01-01T00:00:00.000Z' },
        ...more,
      });
    },
  );
});

describe('the sweeper', () => {
  const saved: JobRecord = { ...CONTENT, status: 'ACCEPTED', expiration: 1_767_226_000, unsent: 'earlier' };

  it('takes up what waits and is marked as it was read, and nothing else', async () => {
    expect((await written(saved, takeUp(saved, NOW_MS))).written).toBe(true);
    expect((await written({ ...saved, unsent: 'later' }, takeUp(saved, NOW_MS))).written).toBe(false);
    for (const status of ['INPROGRESS', 'FAILED', 'COMPLETED', 'DEAD', 'CANCELLED', 'EXPIRED'] as const) {
      expect((await written({ ...saved, status }, takeUp(saved, NOW_MS))).written).toBe(false);
    }
  });
});
