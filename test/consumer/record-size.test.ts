import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { failuresOfTheCompleted, withFailure } from '../../millrace/consumer/failure-history.ts';
import { createStepLedger, type StepLedger } from '../../millrace/consumer/step-ledger.ts';
import { MAX_KEY_BYTES, MAX_RESULT_BYTES } from '../../millrace/definition/wire-limits.ts';
import { deadPartition } from '../../millrace/record/dead-index.ts';
import type { Failure, HeldClaim, JobRecord } from '../../millrace/record/job-record.ts';
import { keepStepResult, MOST_STEPS_BYTES } from '../../millrace/record/step-result.ts';
import type { Steps } from '../../millrace/record/step-state.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { fakeJob } from './fake-job.ts';

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

function manyFailures(text: string, steps: Steps = {}): readonly Failure[] {
  let failures: readonly Failure[] = [];
  for (let attempt = 1; attempt <= 30; attempt += 1) {
    const error = Object.assign(new Error(text.repeat(500)), { name: text.repeat(500) });
    failures = withFailure({ failures, steps }, attempt, error, {
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

/** Takes steps until there is no room for another, each with a result of its own choice. */
async function fill(held: HeldClaim, nameOf: (at: number) => string, resultOf: (at: number) => string) {
  const ledger = createStepLedger(held);
  const table = createMemoryRecordTable();
  let taken = 0;
  for (; ledger.reserve(nameOf(taken)) <= MOST_STEPS_BYTES; taken += 1) {
    const step = nameOf(taken);
    const result = { held, step, json: JSON.stringify(resultOf(taken)), beside: ledger.states };
    ledger.set(step, await keepStepResult(table, fakeJob, result, 0));
  }
  return { taken, ledger };
}

/** What the record holds once all of the ledger is saved. */
function stored(held: HeldClaim, { unsaved: { steps = {}, failures = held.failures ?? [] } }: StepLedger): JobRecord {
  return { ...held, steps, failures, steps_revision: 1_000 };
}

describe('a record with as many steps as it has room for', () => {
  const held = (text: string): HeldClaim => ({ ...record(text), fence: 'f'.repeat(36), attempts: 10 });

  it.each([
    ['small results', 's', 'x', 36],
    ['results of 250 bytes', 's', 'x'.repeat(248), 23],
    ['results full of quotes', 's', '"'.repeat(127), 22],
    ['large results', 's', 'x'.repeat(1_000), 35],
    ['the longest names', 's'.repeat(60), 'x'.repeat(1_000), 14],
  ])('stays under 4 KiB while it runs, when it failed and when it is dead: %s', async (_, name, result, count) => {
    const claim = held('x');
    const { taken, ledger } = await fill(
      claim,
      (at) => `${name}-${at}`,
      () => result,
    );
    expect(taken).toBe(count);
    const running: JobRecord = { ...stored(claim, ledger), cancel_requested: true };
    expect(itemBytes(marshall(running))).toBeLessThan(4_096);
    const failures = manyFailures('x', ledger.states);
    const dead: JobRecord = {
      ...{ ...running, status: 'DEAD', reason: 'received-too-often', death_id: 'd'.repeat(36), failures },
      ...{ ended_at: '2026-01-01T00:00:00.000Z', dead_at: '2026-01-01T00:00:00.000Z', edited: true },
      ...{ dead_partition: deadPartition(type, id), due_at: '2026-01-01T00:00:00.000Z' },
    };
    expect(itemBytes(marshall(dead))).toBeLessThan(4_096);
    expect(dead.failures?.at(-1)?.attempt).toBe(30);
  });

  it('has room for those that have begun side by side, too', () => {
    const ledger = createStepLedger(held('x'));
    let taken = 0;
    while (ledger.reserve(`s-${taken}`) <= MOST_STEPS_BYTES) taken += 1;
    expect(taken).toBe(28);
    const started = Object.fromEntries(
      Array.from({ length: taken }, (_, at) => [`s-${at}`, { started_at: '2026-01-01T00:00:00.000Z' }]),
    );
    for (const [name, state] of Object.entries(started)) ledger.set(name, state);
    expect(itemBytes(marshall(stored(held('x'), ledger)))).toBeLessThan(4_096);
  });
});
