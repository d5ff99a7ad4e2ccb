import { describe, expect, it } from 'vitest';
import { deadLetterCopy } from '../../millrace/message/dead-letter-copy.ts';

/** As SQS counts them: `deathId`, `String`, `d-1`; `deathReason`, `String`, `attempts-spent`. */
const BYTES_OF_MARKS = 16 + 31;
const LARGEST = 262_144;

const copyOf = (bodyBytes: number) =>
  deadLetterCopy(
    {
      ...{ messageId: 'm-1', receiptHandle: 'r-1', body: 'x'.repeat(bodyBytes) },
      ...{ attributes: {}, receiveCount: 1, sentAtMs: 0 },
      ...{ firstReceivedAtMs: 0, groupId: undefined, traceHeader: undefined },
    },
    { deathId: 'd-1', reason: 'attempts-spent', messageKey: 'parcel.ship:p-1/message/d-1', ordered: false },
  );

describe('the copy for the dead-letter queue', () => {
  it('carries its attributes as long as all of it fits in a message', () => {
    const copy = copyOf(LARGEST - BYTES_OF_MARKS);
    expect(Object.keys(copy.attributes ?? {})).toEqual(['deathId', 'deathReason']);
  });

  it('of one byte more says where they are kept', () => {
    const copy = copyOf(LARGEST - BYTES_OF_MARKS + 1);
    expect(copy.attributes).toMatchObject({ attributesKept: { stringValue: 'parcel.ship:p-1/message/d-1' } });
  });
});
