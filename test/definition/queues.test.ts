import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineWith, fieldsRefusedWith, problemsWith } from './define-with.ts';

const payload = z.object({
  deliveryId: z.string(),
  userId: z.string(),
  shelf: z.int(),
  tenantId: z.string().optional(),
  place: z.string().default('shelf'),
});

describe('a job that says nothing about its queues', () => {
  it('has one, without order or groups', () => {
    expect(defineWith({})).toMatchObject({ orderedBy: undefined, fairBy: undefined, priorities: [] });
  });
});

describe.each(['orderedBy', 'fairBy'])('%s', (field) => {
  it.each(['userId', 'shelf', 'deliveryId'])('may be %s, a required string or integer of the payload', (name) => {
    expect(defineWith({ payload, [field]: name })).toMatchObject({ [field]: name });
  });

  it.each(['tenantId', 'place'])('may not be %s, which has no value of its own', (name) => {
    expect(problemsWith({ payload, [field]: name })).toEqual([
      { field, given: name, allowed: expect.stringContaining('must be a required string or integer') },
    ]);
  });

  it.each(['user', '', 7, null, ['userId'], 'toString'])('may not be %j, which is no field of the payload', (given) => {
    expect(problemsWith({ payload, [field]: given })).toEqual([
      { field, given, allowed: 'must be a field of the payload (deliveryId, userId, shelf, tenantId, place)' },
    ]);
  });
});

describe('a job with orderedBy', () => {
  it('has no fairBy: a message has one group', () => {
    expect(problemsWith({ payload, orderedBy: 'userId', fairBy: 'shelf' })).toEqual([
      {
        field: 'fairBy',
        given: 'shelf',
        allowed: 'not with orderedBy: a message has one group, and a FIFO queue is no fair queue',
      },
    ]);
  });

  it('has no priorities', () => {
    expect(problemsWith({ payload, orderedBy: 'userId', priorities: ['high', 'low'] })).toEqual([
      { field: 'orderedBy', given: 'userId', allowed: "not with priorities: order can't hold across queues" },
    ]);
  });

  it('has no batching window', () => {
    expect(problemsWith({ payload, orderedBy: 'userId', batchWindowSeconds: 5 })).toEqual([
      { field: 'batchWindowSeconds', given: 5, allowed: 'not with orderedBy: a FIFO queue has none' },
    ]);
    expect(problemsWith({ payload, orderedBy: 'userId', batchWindowSeconds: 0 })).toEqual([]);
  });

  it('has batches of at most ten', () => {
    expect(problemsWith({ payload, orderedBy: 'userId', batchSize: 20 })).toMatchObject([
      { field: 'batchSize', given: 20, allowed: expect.stringContaining('must be a whole number from 1 to 10') },
    ]);
  });
});

describe('priorities', () => {
  it.each([[['high', 'normal']], [['p1', 'p2', 'p3', 'p4', 'p5']], [['a', 'b'.repeat(16)]]])(
    'may be %j',
    (priorities) => {
      expect(defineWith({ priorities }).priorities).toEqual(priorities);
    },
  );

  it('may go with fairBy', () => {
    expect(fieldsRefusedWith({ payload, fairBy: 'userId', priorities: ['high', 'normal'] })).toEqual([]);
  });

  it.each(
    [
      ...[['high'], [], ['a', 'b', 'c', 'd', 'e', 'f'], ['high', 'high'], ['High', 'low'], ['high', 'very-low']],
      ...[
        ['high', ''],
        ['high', 'dead'],
        ['fifo', 'low'],
        ['high', '2nd'],
        ['high', 3],
        ['a', 'b'.repeat(17)],
      ],
      ...['high', {}, null],
    ].map((priorities) => ({ priorities })),
  )('may not be as in %j', ({ priorities }) => {
    expect(problemsWith({ priorities })).toEqual([
      {
        field: 'priorities',
        given: priorities,
        allowed:
          'must be 2 to 5 distinct words of lower-case letters and digits, the most urgent first, ' +
          'each at most 16 characters and none of dead, fifo',
      },
    ]);
  });

  it('share a concurrency that leaves each the least cap of an event source', () => {
    expect(problemsWith({ priorities: ['high', 'normal', 'low'], concurrency: 5 })).toEqual([
      {
        field: 'concurrency',
        given: 5,
        allowed: "must be at least 6: 3 priorities share it, and an event source's least cap is 2",
      },
    ]);
    expect(problemsWith({ priorities: ['high', 'normal', 'low'], concurrency: 6 })).toEqual([]);
  });
});

describe('a job whose queues break several rules', () => {
  it('is told all of them at once', () => {
    const wrong = { orderedBy: 'nobody', fairBy: 'userId', priorities: ['x'], batchWindowSeconds: 5 };
    expect(fieldsRefusedWith({ payload, ...wrong })).toEqual([
      ...['orderedBy', 'fairBy', 'orderedBy', 'priorities', 'batchWindowSeconds'],
    ]);
  });
});
