import { describe, expect, it } from 'vitest';
import type { Delivery, MessageAttribute } from '../../millrace/message/delivery.ts';
import { keepMessage, messageItemKey, ownAttributes } from '../../millrace/record/message-item.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';

type Attributes = Readonly<Record<string, MessageAttribute>>;

const string = (stringValue: string): MessageAttribute => ({ dataType: 'String', stringValue });
const delivery = (attributes: Attributes): Delivery => ({
  ...{ messageId: 'm-1', receiptHandle: 'r-1', body: 'body', receiveCount: 1, sentAtMs: 0, firstReceivedAtMs: 0 },
  ...{ attributes, groupId: undefined, traceHeader: undefined },
});
const death = { recordId: 'parcel.ship:p-1', deathId: 'd-1', recordExpiration: 100 };
const KEY = 'parcel.ship:p-1/message/d-1';

describe('a kept message', () => {
  it('has a key of its death, under which its attributes are found for a copy without them', async () => {
    const records = createMemoryRecordTable();
    await keepMessage(records, death, delivery({ a: string('1'), deathId: string('d-0') }));
    expect(messageItemKey('parcel.ship:p-1', 'd-1')).toBe(KEY);
    const copy = delivery({ attributesKept: string(KEY), deathId: string('d-1') });
    expect(await ownAttributes(records, 'parcel.ship', copy)).toEqual({ a: string('1') });
  });

  it('takes over what an earlier death kept', async () => {
    const records = createMemoryRecordTable();
    await keepMessage(records, death, delivery({ a: string('1') }));
    await keepMessage(records, { ...death, deathId: 'd-2' }, delivery({ attributesKept: string(KEY) }));
    expect(records.messages.get('parcel.ship:p-1/message/d-2')?.attributes).toEqual({ a: string('1') });
  });

  it.each([
    ['of another job type', 'parcel.bill:p-1/message/d-1'],
    ['of a record', 'parcel.ship:p-1'],
    ['of anything else', 'nothing'],
    ['longer than any', `parcel.ship:${'x'.repeat(2_000)}/message/d-1`],
    ['of two deaths', 'parcel.ship:p-1/message/d-1/message/d-2'],
    ['with odd characters', 'parcel.ship:p 1/message/d-1'],
  ])('is not looked up by a key %s: anyone may have sent it', async (_what, key) => {
    const records = createMemoryRecordTable();
    records.getMessage = async () => Promise.reject(new Error('was asked'));
    expect(
      await ownAttributes(records, 'parcel.ship', delivery({ attributesKept: string(key), a: string('1') })),
    ).toEqual({
      a: string('1'),
    });
  });

  it('is looked up by a key of up to 1,024 bytes, and by no longer one', async () => {
    const asked: number[] = [];
    const records = createMemoryRecordTable();
    records.getMessage = async (key) => void asked.push(key.length);
    for (const length of [1_024, 1_025]) {
      const key = `parcel.ship:${'x'.repeat(length - 'parcel.ship:/message/d-1'.length)}/message/d-1`;
      await ownAttributes(records, 'parcel.ship', delivery({ attributesKept: string(key) }));
    }
    expect(asked).toEqual([1_024]);
  });

  it('that is gone leaves what the copy carries', async () => {
    const copy = delivery({ attributesKept: string(KEY), a: string('1') });
    expect(await ownAttributes(createMemoryRecordTable(), 'parcel.ship', copy)).toEqual({ a: string('1') });
  });
});
