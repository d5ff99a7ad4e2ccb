import { describe, expect, it } from 'vitest';
import { cancelJob } from '../../millrace/record/cancel-job.ts';
import type { JobRecord } from '../../millrace/record/job-record.ts';
import type { RecordTable } from '../../millrace/record/record-table.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { fakeJob } from '../consumer/fake-job.ts';

const NOW_MS = 1_767_225_600_000;
const ID = 'parcel.ship:p-1';

async function tableWith(record: Partial<JobRecord> = {}) {
  const table = createMemoryRecordTable();
  await table.update({ id: ID, set: { type: 'parcel.ship', expiration: NOW_MS / 1000 + 1_000, ...record } });
  return table;
}
const cancel = (table: RecordTable) => cancelJob(table, fakeJob, ID, NOW_MS);

describe('cancelling a job', () => {
  it('that nobody has heard of leaves a record that its message will find', async () => {
    const table = createMemoryRecordTable();
    expect(await cancel(table)).toEqual({ kind: 'cancelled' });
    expect(table.records.get(ID)).toEqual({
      ...{ id: ID, type: 'parcel.ship', status: 'CANCELLED', ended_at: '2026-01-01T00:00:00.000Z' },
      // Twenty-two days later.
      expiration: Date.UTC(2026, 0, 23) / 1000,
    });
  });

  it.each(['ACCEPTED', 'FAILED'] as const)('that waits (%s) ends it', async (status) => {
    const table = await tableWith({ status, due_at: 'soon', cancel_requested: true, attempts: 1 });
    expect(await cancel(table)).toEqual({ kind: 'cancelled' });
    expect(table.records.get(ID)).toMatchObject({ status: 'CANCELLED', attempts: 1 });
    expect(table.records.get(ID)).not.toHaveProperty('due_at');
    expect(table.records.get(ID)).not.toHaveProperty('cancel_requested');
  });

  it.each([
    { what: 'a shorter one is longer then', days: 21, kept: 22 },
    { what: 'an equal one stays', days: 22, kept: 22 },
    { what: 'a longer one stays: its message may be yet to come', days: 82, kept: 82 },
  ])('that waits keeps its record for its whole lifetime: $what', async ({ days, kept }) => {
    const inDays = (count: number) => NOW_MS / 1000 + count * 86_400;
    const table = await tableWith({ status: 'ACCEPTED', expiration: inDays(days) });
    expect(await cancel(table)).toEqual({ kind: 'cancelled' });
    expect(table.records.get(ID)).toMatchObject({ status: 'CANCELLED', expiration: inDays(kept) });
  });

  it.each([NOW_MS + 1, NOW_MS - 1])('that a run holds, or held, asks for it', async (until) => {
    const table = await tableWith({ status: 'INPROGRESS', in_progress_expiration: until, fence: 'f' });
    expect(await cancel(table)).toEqual({ kind: 'cancelling' });
    expect(await cancel(table)).toEqual({ kind: 'cancelling' });
    expect(table.records.get(ID)).toMatchObject({ status: 'INPROGRESS', cancel_requested: true, fence: 'f' });
  });

  it.each([
    ['DEAD', { kind: 'dead' }],
    ['COMPLETED', { kind: 'ended', status: 'COMPLETED' }],
    ['EXPIRED', { kind: 'ended', status: 'EXPIRED' }],
    ['CANCELLED', { kind: 'cancelled' }],
  ] as const)('that is %s changes nothing', async (status, answer) => {
    const table = await tableWith({ status });
    const before = table.records.get(ID);
    expect(await cancel(table)).toEqual(answer);
    expect(table.records.get(ID)).toEqual(before);
  });

  it.each(['COMPLETED', 'DEAD', 'INPROGRESS'] as const)(
    'whose record is past its lifetime (%s) is like one that nobody has heard of',
    async (status) => {
      const life = {
        death_id: 'd',
        dead_partition: 'p',
        dead_at: 'a',
        reason: 'no-key',
        in_progress_expiration: 1,
      } as const;
      const more = { alone: true, steps: { a: { done: true } }, steps_revision: 1, data: '1', version: 1 } as const;
      const table = await tableWith({
        status,
        expiration: NOW_MS / 1000 - 1,
        ...life,
        ...more,
        cancel_requested: true,
      });
      expect(await cancel(table)).toEqual({ kind: 'cancelled' });
      expect(Object.keys(table.records.get(ID) ?? {}).toSorted()).toEqual([
        'ended_at',
        'expiration',
        'id',
        'status',
        'type',
      ]);
    },
  );

  it('that a run settles between the look and the wish is tried anew', async () => {
    const table = await tableWith({ status: 'INPROGRESS', fence: 'f' });
    const moving: RecordTable = {
      ...table,
      update: async (write) => {
        if (write.set.cancel_requested) await table.update({ id: ID, set: { status: 'FAILED' } });
        return table.update(write);
      },
    };
    expect(await cancel(moving)).toEqual({ kind: 'cancelled' });
    expect(table.records.get(ID)?.status).toBe('CANCELLED');
  });

  it.each([
    ['is gone', () => undefined],
    ['is past its lifetime', (found: JobRecord) => ({ ...found, status: 'DEAD' as const, expiration: 1 })],
  ])('whose record %s by the time it is looked at is tried anew', async (_what, seen) => {
    const table = await tableWith({ status: 'INPROGRESS', fence: 'f' });
    let tries = 0;
    const moving: RecordTable = {
      ...table,
      update: async (write) => {
        tries += 1;
        const found = table.records.get(ID);
        if (tries > 2 || found === undefined) return table.update(write);
        if (tries === 2) await table.update({ id: ID, set: { status: 'FAILED' } });
        return { written: false, record: seen(found) };
      },
    };
    expect(await cancel(moving)).toEqual({ kind: 'cancelled' });
  });

  it.each(['ACCEPTED', 'FAILED'] as const)('that never stands still (%s) says so in the end', async (status) => {
    const table = await tableWith({ status });
    let tries = 0;
    const moving: RecordTable = {
      ...table,
      update: async () => {
        tries += 1;
        return { written: false, record: table.records.get(ID) };
      },
    };
    expect(await cancel(moving)).toEqual({ kind: 'contended' });
    expect(tries).toBe(5);
  });
});
