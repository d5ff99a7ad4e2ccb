import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { rateCount } from '../../millrace/record/rate-count.ts';
import type { SharedItem } from '../../millrace/record/shared-item.ts';
import { startRecordTables } from './record-tables.ts';

const { memory, dynamo, stop } = await startRecordTables();
afterAll(stop);

const item = (id: string, fence: string, changed: Partial<SharedItem> = {}): SharedItem => ({
  ...{ id: `parcel.ship:~/${id}`, fence, expiration: 1_767_312_000 },
  ...changed,
});

describe.each([
  ['in memory', memory],
  ['in DynamoDB', dynamo],
])('what all consumers share %s', (where, table) => {
  const name = where.replaceAll(' ', '-');

  it('is counted from 0, whoever counts, and each is told the count with its own part', async () => {
    const counting = (by: number) => ({ id: `parcel.ship:~/count-${name}`, by, expiration: 1_767_312_000 });
    expect(await table.count(counting(3))).toBe(3);
    expect(await table.count(counting(10))).toBe(13);
    const counts = await Promise.all([table.count(counting(1)), table.count(counting(1)), table.count(counting(1))]);
    expect(counts.toSorted((a, b) => a - b)).toEqual([14, 15, 16]);
  });

  it('is put where nothing stands, and replaced as a whole where it still is what was read', async () => {
    const first = item(name, 'f-1', { opened_at: 1 });
    expect(await table.getShared(first.id)).toBeUndefined();
    expect(await table.replaceShared(first, undefined)).toEqual({ written: true, item: first });
    const second = item(name, 'f-2', { closed_at: 2 });
    expect(await table.replaceShared(second, 'f-1')).toEqual({ written: true, item: second });
    expect(await table.getShared(first.id)).toEqual(second);
  });

  it('stays as it is where it moved meanwhile, or is gone, and says what stands there', async () => {
    const standing = item(`stays-${name}`, 'f-1');
    await table.replaceShared(standing, undefined);
    const refused = { written: false, item: standing };
    expect(await table.replaceShared(item(`stays-${name}`, 'f-2'), undefined)).toEqual(refused);
    expect(await table.replaceShared(item(`stays-${name}`, 'f-2'), 'f-0')).toEqual(refused);
    const gone = item(`gone-${name}`, 'f-1');
    expect(await table.replaceShared(gone, 'f-0')).toEqual({ written: false, item: undefined });
    expect(await table.getShared(gone.id)).toBeUndefined();
  });

  it('is taken by one of many that read the same', async () => {
    const read = item(`raced-${name}`, 'read');
    await table.replaceShared(read, undefined);
    const takers = Array.from({ length: 8 }, (_, at) => item(`raced-${name}`, `taker-${at}`));
    const answers = await Promise.all(takers.map((taker) => table.replaceShared(taker, 'read')));
    const winner = answers.find(({ written }) => written)?.item?.fence;
    expect(answers.filter(({ written }) => written)).toHaveLength(1);
    expect((await table.getShared(read.id))?.fence).toBe(winner);
  });
});

describe('the count of a rate', () => {
  const START_MS = 1_767_225_600_000;

  it('has an item for each window, which is forgotten an hour later', () => {
    const window = { seconds: 10, runs: 1 };
    expect(rateCount('parcel.ship', window, START_MS + 9_999, 4)).toEqual({
      id: 'parcel.ship:~/rate/10/176722560',
      by: 4,
      expiration: 1_767_225_610 + 3_600,
    });
    expect(rateCount('parcel.ship', window, START_MS + 10_000, 4).id).toBe('parcel.ship:~/rate/10/176722561');
  });

  it('is another item for another window, and the same for the same', () => {
    const ms = fc.integer({ min: 0, max: 2 ** 41 });
    fc.assert(
      fc.property(ms, ms, fc.integer({ min: 1, max: 60 }), (one, other, seconds) => {
        const id = (nowMs: number) => rateCount('parcel.ship', { seconds, runs: 1 }, nowMs, 1).id;
        const windowOf = (nowMs: number) => Math.floor(nowMs / (seconds * 1000));
        expect(id(one) === id(other)).toBe(windowOf(one) === windowOf(other));
      }),
    );
  });
});
