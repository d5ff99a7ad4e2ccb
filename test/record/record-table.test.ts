import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Attribute,
  absent,
  all,
  any,
  atLeast,
  below,
  type Condition,
  differs,
  equals,
  oneOf,
  present,
} from '../../millrace/record/condition.ts';
import { deadPartition, deadPartitions } from '../../millrace/record/dead-index.ts';
import type { HeldClaim, JobRecord } from '../../millrace/record/job-record.ts';
import { messageItemKey } from '../../millrace/record/message-item.ts';
import type { RecordWrite } from '../../millrace/record/record-table.ts';
import { unsentPartitions } from '../../millrace/record/unsent-index.ts';
import { cancelWaiting, requestCancel } from '../../millrace/record/writes/cancelling.ts';
import { claim, claimForgotten, claimLapsed, claimNewCycle } from '../../millrace/record/writes/claiming.ts';
import type { JobContent } from '../../millrace/record/writes/job-content.ts';
import { accept, sent, takeUp } from '../../millrace/record/writes/saving.ts';
import { cancelHeld, complete, die, fail, release, saveSteps } from '../../millrace/record/writes/settling.ts';
import {
  cancelLapsed,
  close,
  dieAsMessage,
  dieLapsed,
  dieUnclaimed,
  expire,
  forgetSteps,
  overForgotten,
} from '../../millrace/record/writes/unclaimed.ts';
import { startRecordTables } from './record-tables.ts';

const { memory, dynamo, stop } = await startRecordTables();
afterAll(stop);

const START_MS = 1_767_225_600_000;
const content = (id: string, changed: Partial<JobContent> = {}): JobContent => ({
  ...{ id, type: 'parcel.ship', version: 1, validation: 'hash' },
  ...changed,
});
const terms = (fence: string, nowMs = START_MS) => ({
  ...{ fence, nowMs, inProgressUntilMs: nowMs + 30_000 },
  expiration: Math.floor(nowMs / 1000) + 1_000,
});
const due = { dueMs: START_MS + 5_000, expiration: 1_767_226_600 };
const death = { deathId: 'd-1', reason: 'attempts-spent', nowMs: START_MS, expiration: 1_767_226_600 } as const;

/** Every write of the protocol, as a function of what was last seen of the record. */
function writesOf(seen: JobRecord, fence: string, nowMs: number, other: boolean): RecordWrite[] {
  const job = content(seen.id, other ? { validation: 'other' } : {});
  const failures = [{ at: 'now', attempt: 1, name: 'E', message: 'm', requestId: 'r', codeVersion: 'v' }];
  const at = { nowMs, expiration: Math.floor(nowMs / 1000) + 1_000 };
  const dying = { ...death, ...at, deathId: `death-${fence}` };
  const held: HeldClaim = { ...seen, fence: seen.fence ?? fence, attempts: seen.attempts ?? 1 };
  return [
    claim(job, terms(fence, nowMs)),
    claim({ ...job, version: 2 }, terms(fence, nowMs)),
    claimLapsed(seen, job, terms(fence, nowMs), failures),
    claimNewCycle(seen, job, terms(fence, nowMs)),
    claimForgotten(seen, job, terms(fence, nowMs)),
    complete(held, { ...at, json: other ? undefined : '{"a":1}', failures }),
    fail(held, { ...due, failures }),
    release(held.id, held.fence, due),
    die(held, { ...dying, failures }),
    dieUnclaimed(job, dying),
    dieUnclaimed(job, { ...dying, failures }),
    dieLapsed(seen, job, dying),
    expire(job, at),
    accept(job, { ...at, message: other ? {} : { body: '"é"', priority: 'high' } }),
    dieAsMessage(seen.id, 'parcel.ship', { ...dying, failures: [] }),
    close(seen.id, at),
    saveSteps(held, { revision: (seen.steps_revision ?? 0) + 1, steps: { a: { done: true, result: '"é"' } } }),
    saveSteps(held, { revision: other ? 1 : 2, steps: { constructed: { started_at: 'now' } }, failures }),
    fail(held, { ...due, failures, steps: {} }),
    cancelHeld(held, { ...at, steps: { a: { done: true, kept: 'f-1' } } }),
    cancelWaiting(job, at),
    requestCancel(seen.id),
    cancelLapsed(seen, at),
    forgetSteps(seen.id, seen.death_id ?? 'none', {}),
    overForgotten(other ? cancelWaiting(job, at) : dieUnclaimed(job, dying), seen),
    claimNewCycle(seen, { ...job, validation: 'edited' }, terms(fence, nowMs), true),
    accept(job, { ...at, message: {}, dueMs: nowMs + 5_000, subject: fence }),
    sent(seen.id),
    takeUp(seen, nowMs),
  ];
}

describe('DynamoDB and the table in memory', () => {
  it('give the same answers to the same writes, whatever their order', { timeout: 60_000 }, async () => {
    let ids = 0;
    const step = fc.record({
      write: fc.nat(28),
      fence: fc.constantFrom('f-1', 'f-2'),
      seconds: fc.constantFrom(0, 20, 40, 1_200),
      other: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        ids += 1;
        let seen: JobRecord = { id: `parcel.ship:${ids}`, type: 'parcel.ship', status: 'FAILED', expiration: 0 };
        let nowMs = START_MS;
        for (const { write, fence, seconds, other } of steps) {
          nowMs += seconds * 1000;
          const chosen = writesOf(seen, fence, nowMs, other)[write];
          if (chosen === undefined) throw new Error('there are twenty-nine writes');
          const answer = await memory.update(chosen);
          expect(await dynamo.update(chosen)).toEqual(answer);
          expect(await dynamo.get(seen.id)).toEqual(await memory.get(seen.id));
          seen = answer.record ?? seen;
        }
      }),
      { numRuns: 80 },
    );
  });
});

describe('a condition', () => {
  const numbers = fc.constantFrom<Attribute>('attempts', 'expiration', 'in_progress_expiration');
  const leaf = fc.oneof(
    fc.constantFrom<Attribute>('alone', 'fence', 'data').map(absent),
    fc.constantFrom<Attribute>('alone', 'fence', 'data').map(present),
    fc
      .tuple(fc.constantFrom<Attribute>('status', 'fence', 'data'), fc.constantFrom('FAILED', 'f-1'))
      .map((of) => equals(...of)),
    fc
      .tuple(fc.constantFrom<Attribute>('status', 'fence', 'data'), fc.constantFrom('FAILED', 'f-1'))
      .map((of) => differs(...of)),
    fc.subarray(['FAILED', 'DEAD', 'ACCEPTED'], { minLength: 1 }).map((statuses) => oneOf('status', statuses)),
    fc.tuple(numbers, fc.nat(3)).map((of) => below(...of)),
    fc.tuple(numbers, fc.nat(3)).map((of) => atLeast(...of)),
  );
  // Two or more: DynamoDB refuses parentheses around parentheses.
  const parts = { minLength: 2, maxLength: 3 };
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('condition'), parts).map((of) => all(...of)),
      fc.array(tie('condition'), parts).map((of) => any(...of)),
    ),
  }));

  it('holds in both or in neither', { timeout: 60_000 }, async () => {
    const id = 'parcel.ship:conditions';
    const standing: RecordWrite = { id, set: { status: 'FAILED', fence: 'f-1', attempts: 2, expiration: 1 } };
    await memory.update(standing);
    await dynamo.update(standing);
    await fc.assert(
      fc.asyncProperty(condition, async (when) => {
        const write: RecordWrite = { id, when, set: { expiration: 1 } };
        expect(await dynamo.update(write)).toEqual(await memory.update(write));
      }),
      { numRuns: 150 },
    );
  });
});

describe.each([
  ['in memory', memory],
  ['in DynamoDB', dynamo],
])('a record table %s', (where, table) => {
  const id = (key: string) => `parcel.ship:${where.replaceAll(' ', '-')}-${key}`;

  it('answers a write with what stands after it, and a refused one with what stood against it', async () => {
    const job = content(id('answers'));
    const claimed = await table.update(claim(job, terms('f-1')));
    expect(claimed).toEqual({
      written: true,
      record: {
        ...{ ...job, status: 'INPROGRESS', fence: 'f-1', attempts: 1, in_progress_expiration: START_MS + 30_000 },
        ...{ expiration: 1_767_226_600, started_at: '2026-01-01T00:00:00.000Z' },
      },
    });
    expect(await table.update(claim(job, terms('f-2')))).toEqual({ written: false, record: claimed.record });
  });

  it('refuses a write to a record that is not there, and says so', async () => {
    expect(await table.update(release(id('absent'), 'f-1', due))).toEqual({ written: false, record: undefined });
    expect(await table.get(id('absent'))).toBeUndefined();
  });

  it('counts a claim, and takes it off again', async () => {
    const job = content(id('counts'));
    await table.update(claim(job, terms('f-1')));
    const { record } = await table.update(release(job.id, 'f-1', due));
    expect(record).toMatchObject({ status: 'FAILED', attempts: 0, fence: 'f-1', due_at: '2026-01-01T00:00:05.000Z' });
    expect(record).not.toHaveProperty('in_progress_expiration');
  });

  it('keeps the message of a dead job beside its record, whole', async () => {
    const attributes = {
      a: { dataType: 'Number', stringValue: '12.50' },
      b: { dataType: 'Binary', binaryBase64: 'AAE=' },
    };
    const message = { body: 'é😀\n', attributes, groupId: 'g', traceHeader: 'Root=1', expiration: 1_767_226_600 };
    const key = messageItemKey(id('message'), 'd-1');
    expect(await table.getMessage(key)).toBeUndefined();
    await table.putMessage(key, message);
    expect(await table.getMessage(key)).toEqual(message);
    expect(await table.get(id('message'))).toBeUndefined();
  });

  it('keeps the results of a step in an item of its own', async () => {
    const key = `${id('step')}/step/a/f-1`;
    expect(await table.getStepResult(key)).toBeUndefined();
    await table.putStepResult(key, { json: '"é😀"', expiration: 1_767_226_600 });
    expect(await table.getStepResult(key)).toEqual({ json: '"é😀"', expiration: 1_767_226_600 });
  });

  it('lists the dead of a partition, newest first, page by page, and forgets those that live again', async () => {
    const partition = deadPartition('parcel.ship', id('dead-0'));
    const dying = Array.from({ length: 40 }, (_, at) => id(`dead-${at}`)).filter(
      (one) => deadPartition('parcel.ship', one) === partition,
    );
    for (const [at, one] of dying.entries()) {
      await table.update(dieUnclaimed(content(one), { ...death, nowMs: START_MS + at * 1000 }));
    }
    const [first = ''] = dying;
    const { record } = await table.update(dieUnclaimed(content(first), death));
    if (record === undefined) throw new Error('it is dead');
    await table.update(claimNewCycle(record, content(first), terms('f-1')));
    const listed: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page = await table.dead(partition, { limit: 3, ...(next === '' ? {} : { next }) });
      expect(page.records.length).toBeLessThanOrEqual(3);
      listed.push(...page.records.map((one) => one.id).filter((one) => one.startsWith(id('dead-'))));
      next = page.next;
    }
    expect(listed).toEqual(dying.slice(1).reverse());
    expect(deadPartitions('parcel.ship')).toContain(partition);
  });
});

describe.each([
  ['in memory', memory],
  ['in DynamoDB', dynamo],
])('what was saved and not sent, %s,', (name, table) => {
  const id = (key: string) => `parcel.weigh:${name}-${key}`.replaceAll(' ', '-');
  const listed = async (before: string) => {
    const found: string[] = [];
    for (const partition of unsentPartitions) {
      for (let next: string | undefined = ''; next !== undefined; ) {
        const page = await table.unsent(partition, { before, limit: 2, ...(next === '' ? {} : { next }) });
        expect(page.ids.length).toBeLessThanOrEqual(2);
        found.push(...page.ids.filter((one) => one.startsWith(id(''))));
        next = page.next;
      }
    }
    return found.toSorted();
  };

  it('is listed from the millisecond after it was saved, page by page, until it is sent, claimed or cancelled', async () => {
    const all = Array.from({ length: 20 }, (_, at) => id(String(at)));
    const at = { nowMs: START_MS, expiration: 1_767_226_600 };
    for (const one of all) await table.update(accept(content(one), { ...at, message: { body: '{}' } }));
    expect(await listed('2026-01-01T00:00:00.000Z')).toEqual([]);
    expect(await listed('2026-01-01T00:00:00.001Z')).toEqual(all.toSorted());
    await table.update(sent(id('0')));
    await table.update(claim(content(id('1')), terms('f-1')));
    await table.update(cancelWaiting(content(id('2')), at));
    const record = await table.get(id('3'));
    if (record === undefined) throw new Error('it is saved');
    expect((await table.update(takeUp(record, START_MS + 60_000))).written).toBe(true);
    expect((await table.update(takeUp(record, START_MS + 60_000))).written).toBe(false);
    expect(await listed('2026-01-01T00:01:00.000Z')).toEqual(all.slice(4).toSorted());
    expect(await listed('2026-01-01T00:01:00.001Z')).toEqual(all.slice(3).toSorted());
  });
});

describe('the dead of a type', () => {
  it('are spread over four partitions', () => {
    const used = new Set(Array.from({ length: 200 }, (_, at) => deadPartition('parcel.ship', `parcel.ship:${at}`)));
    expect([...used].sort()).toEqual(['parcel.ship#0', 'parcel.ship#1', 'parcel.ship#2', 'parcel.ship#3']);
    expect(deadPartitions('parcel.ship').toSorted()).toEqual([...used].sort());
  });
});
