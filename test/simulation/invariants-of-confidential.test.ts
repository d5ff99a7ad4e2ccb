import { describe, expect, it } from 'vitest';
import { absent, any, present } from '../../millrace/record/condition.ts';
import { confidentialKey } from '../../millrace/record/confidential-data.ts';
import type { ConfidentialTable } from '../../millrace/record/confidential-table.ts';
import type { JobRecord, StoredConfidential } from '../../millrace/record/job-record.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { brokenBy, withRecords } from './broken-by.ts';
import { confidentialDataKept } from './invariants/confidential-data-kept.ts';
import type { ScheduleOptions } from './run-schedule.ts';
import { createLedger, type DataSeen } from './world/ledger.ts';
import { createPlan } from './world/plan.ts';

const STANDS = 'confidential data stands until its job is over';
const FOUND = 'a run finds the data of its job';
const whatever = any(absent('id'), present('id'));

const tableWith = (change: (table: ConfidentialTable) => Partial<ConfidentialTable>) => (): ScheduleOptions => {
  const table = createMemoryRecordTable();
  return { table: { ...table, ...change(table) } };
};

const parts: readonly (readonly [part: string, invariant: string, broken: () => ScheduleOptions])[] = [
  [
    'a table that takes other data',
    STANDS,
    tableWith(({ writeConfidential }) => ({
      writeConfidential: (write) => writeConfidential({ ...write, when: whatever }),
    })),
  ],
  [
    'a table that takes data for a job that is over',
    STANDS,
    tableWith(({ writeConfidential }) => ({
      writeConfidential: (write) => writeConfidential({ ...write, whenRecord: whatever }),
    })),
  ],
  [
    'a consumer that erases before its job is over',
    STANDS,
    withRecords(({ update, eraseConfidential }) => ({
      update: async (write) => {
        if (write.set.status === 'COMPLETED') await eraseConfidential(confidentialKey(write.id), whatever);
        return update(write);
      },
    })),
  ],
  [
    'a consumer that erases what it has read',
    FOUND,
    withRecords(({ getConfidential, eraseConfidential }) => ({
      getConfidential: async (key) => {
        const item = await getConfidential(key);
        await eraseConfidential(key, whatever);
        return item;
      },
    })),
  ],
  ['a consumer that never erases', STANDS, withRecords(() => ({ eraseConfidential: async () => undefined }))],
  [
    'a consumer that acknowledges what it could not erase',
    STANDS,
    withRecords(({ eraseConfidential }) => ({
      eraseConfidential: (key, when) => eraseConfidential(key, when).catch(() => undefined),
    })),
  ],
  ['a consumer that renews nothing', STANDS, withRecords(() => ({ renewConfidential: async () => undefined }))],
  [
    'a table that loses what is written',
    FOUND,
    tableWith(() => ({ writeConfidential: async () => 'held', getConfidential: async () => undefined })),
  ],
];

describe('confidential data that is not kept as it is to be is seen', { timeout: 60_000 }, () => {
  it.each(parts)('%s: %s', async (_part, invariant, broken) => {
    expect(await brokenBy(broken, invariant)).toContain(invariant);
  });

  it('where the erasing of one job takes the data of the next one under its key', () => {
    const item: StoredConfidential = { confidential: '{}', hash: 'h', written: 2_000, expiration: 9_000 };
    const record: JobRecord = { id: 'parcel.ship:p-1', type: 'parcel.ship', status: 'COMPLETED', expiration: 1_999 };
    const seen: DataSeen = {
      ...{ id: record.id, writer: 'worker-1', atMs: 2_000_000 },
      ...{ before: item, after: undefined, record },
    };
    const ledger = createLedger(createPlan(1));
    expect(confidentialDataKept.onData?.(seen, ledger)?.saw).toBe('worker-1 erased it for the job before it');
    const own = { ...seen, record: { ...record, expiration: 2_000 } };
    expect(confidentialDataKept.onData?.(own, ledger)).toBeUndefined();
  });
});
