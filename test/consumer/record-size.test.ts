import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { failuresOfTheCompleted, withFailure } from '../../millrace/consumer/failure-history.ts';
import { MAX_KEY_BYTES, MAX_RESULT_BYTES } from '../../millrace/definition/wire-limits.ts';
import { deadPartition } from '../../millrace/record/dead-index.ts';
import type { Failure, JobRecord } from '../../millrace/record/job-record.ts';

/** Size of an item as DynamoDB counts it: names and values in UTF-8, 3 bytes a list or map and 1 an element. */
function itemBytes(item: Record<string, AttributeValue>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.length / 2) + 1;
  if (value.L !== undefined) return value.L.reduce((sum, one) => sum + 1 + valueBytes(one), 3);
  if (value.M !== undefined) return Object.keys(value.M).length + 3 + itemBytes(value.M);
  return 1;
}

function manyFailures(text: string): readonly Failure[] {
  let failures: readonly Failure[] = [];
  for (let attempt = 1; attempt <= 30; attempt += 1) {
    const error = Object.assign(new Error(text.repeat(500)), { name: text.repeat(500) });
    failures = withFailure({ failures }, attempt, error, {
      nowMs: 1_767_225_600_000,
      requestId: '4f9b2f5e-7c1a-4d55-9c6b-0d1f7a3b2c11',
      codeVersion: '0123456789abcdef0123456789abcdef01234567',
    });
  }
  return failures;
}

const type = `${'n'.repeat(30)}.${'v'.repeat(29)}`;
const id = `${type}:${'k'.repeat(MAX_KEY_BYTES)}`;
const record = (text: string): JobRecord => ({
  ...{ id, type, status: 'INPROGRESS', expiration: 1_769_126_400, version: 1_000, validation: 'h'.repeat(44) },
  ...{ attempts: 10, cycle: 999, fence: 'f'.repeat(36), in_progress_expiration: 1_767_225_630_000, alone: true },
  ...{ failures: manyFailures(text), accepted_at: '2026-01-01T00:00:00.000Z', started_at: '2026-01-01T00:00:00.000Z' },
});

describe.each([
  ['letters', 'x'],
  ['long characters', '語'],
  ['emoji', '😀'],
])('a record with as many failures as it keeps, in %s', (_, text) => {
  it('stays under 4 KiB when its job is dead', () => {
    const ended = { ended_at: '2026-01-01T00:00:00.000Z', dead_at: '2026-01-01T00:00:00.000Z' };
    const dead: JobRecord = {
      ...{ ...record(text), ...ended, status: 'DEAD', reason: 'received-too-often', death_id: 'd'.repeat(36) },
      ...{ dead_partition: deadPartition(type, id), due_at: '2026-01-01T00:00:00.000Z' },
    };
    expect(itemBytes(marshall(dead))).toBeLessThan(4_096);
    expect(dead.failures?.at(-1)?.attempt).toBe(30);
  });

  it('stays under 4 KiB with the largest result', () => {
    const completed: JobRecord = {
      ...{ ...record(text), status: 'COMPLETED', data: 'x'.repeat(MAX_RESULT_BYTES) },
      ...{ failures: failuresOfTheCompleted(record(text)), ended_at: '2026-01-01T00:00:00.000Z' },
    };
    expect(itemBytes(marshall(completed))).toBeLessThan(4_096);
    expect(completed.failures?.at(-1)?.attempt).toBe(30);
  });
});

describe('a record whose failures are short', () => {
  it('keeps the ten last, and three of them beside a result', () => {
    let failures: readonly Failure[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const context = { nowMs: 0, requestId: '4f9b2f5e-7c1a-4d55-9c6b-0d1f7a3b2c11', codeVersion: '0123abc' };
      failures = withFailure({ failures }, attempt, new Error('the provider answered 503'), context);
    }
    expect(failures.map(({ attempt }) => attempt)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(failuresOfTheCompleted({ failures }).map(({ attempt }) => attempt)).toEqual([10, 11, 12]);
  });
});
