import { describe, expect, it } from 'vitest';
import type { HeldClaim, JobRecord } from '../../millrace/record/job-record.ts';
import type { RecordWrite } from '../../millrace/record/record-table.ts';
import { cancelWaiting, requestCancel } from '../../millrace/record/writes/cancelling.ts';
import { claim, claimForgotten, claimLapsed, claimNewCycle } from '../../millrace/record/writes/claiming.ts';
import { accept, sent, takeUp } from '../../millrace/record/writes/saving.ts';
import { cancelHeld, complete, die, fail, release, saveSteps } from '../../millrace/record/writes/settling.ts';
import {
  cancelLapsed,
  close,
  dieLapsed,
  dieUnclaimed,
  expire,
  forgetSteps,
  overForgotten,
} from '../../millrace/record/writes/unclaimed.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { AT, CONTENT, DEATH, DUE, NOW_MS, TERMS } from './written-job.ts';

/** A record with everything that a record can have: what a write leaves of it is what that write says. */
const full = (status: JobRecord['status'], changed: Partial<JobRecord> = {}): JobRecord => ({
  ...{ ...CONTENT, status, expiration: 1_767_226_000, attempts: 2, cycle: 2, fence: 'theirs', alone: true },
  ...{ in_progress_expiration: NOW_MS - 1, failures: [], data: '1', reason: 'permanent-error', death_id: 'd-1' },
  ...{ due_at: 'earlier', accepted_at: 'earlier', started_at: 'earlier', ended_at: 'earlier', dead_at: 'earlier' },
  ...{ dead_partition: 'parcel.ship#0', steps: { a: { done: true } }, steps_revision: 4, edited: true },
  ...{ unsent: 'earlier', unsent_partition: 'unsent#0', unsent_message: { body: '{}' }, subject: 'user-1' },
  ...changed,
});
const held = (record: JobRecord): HeldClaim => ({ ...record, fence: 'theirs', attempts: 2 });
const UNSENT = ['unsent', 'unsent_message', 'unsent_partition'];
const SAVED = { ...AT, message: { body: '{}' } };
const FORGOTTEN = { expiration: 1_767_225_599 };

/** Of a job that takes no steps. */
function stepless({ steps: _steps, steps_revision: _revision, ...record }: JobRecord): JobRecord {
  return record;
}

const table: [name: string, before: JobRecord, write: (record: JobRecord) => RecordWrite, removed: string[]][] = [
  ['a claim', full('FAILED'), () => claim(CONTENT, TERMS), ['alone', 'data', 'due_at', 'ended_at', ...UNSENT]],
  [
    'a claim of a suspect',
    full('INPROGRESS'),
    (record) => claimLapsed(record, CONTENT, TERMS, []),
    ['data', 'due_at', 'ended_at'],
  ],
  [
    'the claim of a new cycle',
    full('DEAD', { cancel_requested: true }),
    (record) => claimNewCycle(record, CONTENT, TERMS),
    ['alone', 'cancel_requested', 'data', 'dead_at', 'dead_partition', 'death_id', 'due_at', 'ended_at', 'reason'],
  ],
  [
    'a claim past the lifetime',
    full('INPROGRESS', { ...FORGOTTEN, cancel_requested: true }),
    (record) => claimForgotten(record, CONTENT, TERMS),
    [
      ...['accepted_at', 'alone', 'cancel_requested', 'cycle', 'data', 'dead_at', 'dead_partition', 'death_id'],
      ...['due_at', 'edited', 'subject', ...UNSENT],
      ...['ended_at', 'failures', 'reason', 'steps', 'steps_revision'],
    ],
  ],
  [
    'a completion',
    full('INPROGRESS', { cancel_requested: true }),
    (record) => complete(held(record), { ...AT, json: '2', failures: [] }),
    ['alone', 'cancel_requested', 'in_progress_expiration', 'steps', 'steps_revision'],
  ],
  [
    'a failure',
    full('INPROGRESS'),
    (record) => fail(held(record), { ...DUE, failures: [] }),
    ['alone', 'in_progress_expiration'],
  ],
  ['a release', full('INPROGRESS'), ({ id }) => release(id, 'theirs', DUE), ['alone', 'in_progress_expiration']],
  [
    'a death',
    full('INPROGRESS'),
    (record) => die(held(record), { ...DEATH, failures: [] }),
    ['alone', 'due_at', 'in_progress_expiration'],
  ],
  [
    'a death without a claim',
    full('FAILED'),
    () => dieUnclaimed(CONTENT, DEATH),
    ['alone', 'data', 'due_at', 'in_progress_expiration', ...UNSENT],
  ],
  [
    'a death of what kills its hosts',
    full('INPROGRESS'),
    (record) => dieLapsed(record, CONTENT, DEATH),
    ['alone', 'data', 'due_at', 'in_progress_expiration', ...UNSENT],
  ],
  [
    'an expiry',
    stepless(full('FAILED')),
    () => expire(CONTENT, AT),
    [
      ...['alone', 'data', 'dead_at', 'dead_partition', 'death_id', 'due_at', 'in_progress_expiration', 'reason'],
      ...UNSENT,
    ],
  ],
  [
    'an acceptance',
    full('COMPLETED', FORGOTTEN),
    () => accept(CONTENT, SAVED),
    [
      ...['alone', 'attempts', 'cycle', 'data', 'dead_at', 'dead_partition', 'death_id', 'due_at', 'edited'],
      ...['ended_at', 'failures', 'fence', 'in_progress_expiration', 'reason', 'started_at', 'steps', 'steps_revision'],
      'subject',
    ],
  ],
  ['a step', full('INPROGRESS'), (record) => saveSteps(held(record), { revision: 5, steps: {} }), []],
  [
    'a cancellation of what waits',
    full('FAILED', { cancel_requested: true }),
    () => cancelWaiting(CONTENT, AT),
    ['cancel_requested', 'due_at', ...UNSENT],
  ],
  ['a wish to cancel', full('INPROGRESS'), ({ id }) => requestCancel(id), []],
  [
    'a cancellation under the fence',
    full('INPROGRESS', { cancel_requested: true }),
    (record) => cancelHeld(held(record), AT),
    ['alone', 'cancel_requested', 'due_at', 'in_progress_expiration'],
  ],
  [
    'a cancellation of a claim that lapsed',
    full('INPROGRESS', { cancel_requested: true }),
    (record) => cancelLapsed(record, AT),
    ['alone', 'cancel_requested', 'data', 'due_at', 'in_progress_expiration', ...UNSENT],
  ],
  [
    'a cancellation past the lifetime',
    full('DEAD', FORGOTTEN),
    (record) => overForgotten(cancelWaiting(CONTENT, AT), record),
    [
      ...['accepted_at', 'alone', 'attempts', 'cycle', 'data', 'dead_at', 'dead_partition', 'death_id', 'due_at'],
      ...['edited', 'failures', 'fence', 'in_progress_expiration', 'reason', 'started_at', 'steps', 'steps_revision'],
      ...['validation', 'version', 'subject', ...UNSENT],
    ],
  ],
  [
    'a death past the lifetime',
    full('COMPLETED', FORGOTTEN),
    (record) => overForgotten(dieUnclaimed(CONTENT, DEATH), record),
    [
      ...['accepted_at', 'alone', 'attempts', 'cycle', 'data', 'due_at', 'edited', 'failures', 'fence'],
      ...['in_progress_expiration', 'started_at', 'steps', 'steps_revision', 'subject', ...UNSENT],
    ],
  ],
  ['the mark of a send', full('COMPLETED'), ({ id }) => sent(id), UNSENT],
  ['the mark of one that is taken up', full('ACCEPTED'), (record) => takeUp(record, NOW_MS), []],
  ['steps that are forgotten', full('DEAD'), ({ id }) => forgetSteps(id, 'd-1', {}), []],
  ['a close', full('DEAD'), ({ id }) => close(id, AT), ['dead_at', 'dead_partition']],
];

describe('a write', () => {
  it.each(table)('leaves nothing behind that is over: %s', async (_, before, write, removed) => {
    const records = createMemoryRecordTable();
    await records.update({ id: before.id, set: before });
    const { written, record } = await records.update(write(before));
    expect(written).toBe(true);
    const gone = Object.keys(before).filter((attribute) => !Object.hasOwn(record ?? {}, attribute));
    expect(gone.toSorted()).toEqual(removed.toSorted());
  });
});

describe('a write without a claim', () => {
  const all = ['ACCEPTED', 'INPROGRESS', 'FAILED', 'COMPLETED', 'DEAD', 'CANCELLED', 'EXPIRED', 'CLOSED'] as const;
  const passes = async (before: JobRecord, write: RecordWrite) => {
    const records = createMemoryRecordTable();
    await records.update({ id: before.id, set: before });
    return (await records.update(write)).written;
  };
  const passesStepless = (before: JobRecord, write: RecordWrite) => passes(stepless(before), write);
  const live = { in_progress_expiration: NOW_MS };

  it.each([
    ['a death', dieUnclaimed(CONTENT, DEATH), ['ACCEPTED', 'FAILED']],
    ['an expiry', expire(CONTENT, AT), ['ACCEPTED', 'FAILED']],
    ['a claim', claim(CONTENT, TERMS), ['ACCEPTED', 'FAILED']],
    ['an acceptance', accept(CONTENT, SAVED), []],
  ])('never overwrites what is done, dead or held: %s', async (_, write, allowed) => {
    const overwritten = [];
    for (const status of all) if (await passesStepless(full(status, live), write)) overwritten.push(status);
    expect(overwritten).toEqual(allowed);
    for (const status of all) {
      expect(await passesStepless(full(status, { ...live, validation: 'other' }), write)).toBe(false);
    }
  });

  it.each([
    ['a death', dieUnclaimed(CONTENT, DEATH)],
    ['an expiry', expire(CONTENT, AT)],
    ['a claim', claim(CONTENT, TERMS)],
    ['a cancellation', cancelWaiting(CONTENT, AT)],
  ])('of a record past its lifetime takes a second update, which leaves nothing of it: %s', async (_, write) => {
    expect(await passesStepless(full('FAILED', { expiration: 1_767_225_600 }), write)).toBe(true);
    expect(await passesStepless(full('FAILED', FORGOTTEN), write)).toBe(false);
  });

  it('ends a claim that lapsed, from the first millisecond after it', async () => {
    const death = dieUnclaimed(CONTENT, DEATH);
    expect(await passes(full('INPROGRESS', { in_progress_expiration: NOW_MS - 1 }), death)).toBe(true);
    expect(await passes(full('INPROGRESS', { in_progress_expiration: NOW_MS }), death)).toBe(false);
    expect(await passes(full('COMPLETED', { in_progress_expiration: NOW_MS - 1 }), death)).toBe(false);
  });

  it('that says a job kills its hosts ends the very claim that was read, and no later one', async () => {
    const read = full('INPROGRESS');
    const death = dieLapsed(read, CONTENT, DEATH);
    expect(await passes(read, death)).toBe(true);
    expect(await passes({ ...read, fence: 'of a later run' }, death)).toBe(false);
    expect(await passes(full('FAILED'), death)).toBe(false);
    expect(await passes(full('DEAD'), death)).toBe(false);
  });
});

describe('a write under the fence', () => {
  const writes: [name: string, write: (record: HeldClaim) => RecordWrite, whereToCancel: boolean][] = [
    ['a step', (record) => saveSteps(record, { revision: 5, steps: {} }), true],
    ['a completion', (record) => complete(record, { ...AT, json: '2', failures: [] }), true],
    ['a cancellation', (record) => cancelHeld(record, AT), true],
    ['a failure', (record) => fail(record, { ...DUE, failures: [] }), false],
    ['a release', ({ id, fence }) => release(id, fence, DUE), false],
    ['a death', (record) => die(record, DEATH), false],
  ];
  const passes = async (before: JobRecord, write: (record: HeldClaim) => RecordWrite) => {
    const records = createMemoryRecordTable();
    await records.update({ id: before.id, set: before });
    return (await records.update(write(held(before)))).written;
  };

  it.each(writes)('is refused to whoever lost the claim, or settled it: %s', async (_, write) => {
    expect(await passes(full('INPROGRESS'), write)).toBe(true);
    for (const status of ['FAILED', 'COMPLETED', 'DEAD', 'CANCELLED'] as const) {
      expect(await passes(full(status), write)).toBe(false);
    }
    const records = createMemoryRecordTable();
    await records.update({ id: CONTENT.id, set: full('INPROGRESS', { fence: 'of a later run' }) });
    expect((await records.update(write(held(full('INPROGRESS'))))).written).toBe(false);
  });

  it.each(writes)(
    'of a job that is to be cancelled, passes where it is no failure: %s',
    async (_, write, isAllowed) => {
      expect(await passes(full('INPROGRESS', { cancel_requested: true }), write)).toBe(isAllowed);
    },
  );

  it('takes back no step that a later one stored', async () => {
    const step = (revision: number) => (record: HeldClaim) => saveSteps(record, { revision, steps: {} });
    expect(await passes(full('INPROGRESS'), step(3))).toBe(false);
    expect(await passes(full('INPROGRESS'), step(4))).toBe(false);
    const { steps_revision: _revision, ...fresh } = full('INPROGRESS');
    expect(await passes(fresh, step(1))).toBe(true);
  });
});

describe('a write that cancels, closes, or forgets steps', () => {
  const statuses = ['ACCEPTED', 'INPROGRESS', 'FAILED', 'COMPLETED', 'DEAD', 'CANCELLED', 'EXPIRED'] as const;
  const allowed = async (write: RecordWrite) => {
    const passed = [];
    for (const status of statuses) {
      const records = createMemoryRecordTable();
      await records.update({ id: CONTENT.id, set: full(status) });
      if ((await records.update(write)).written) passed.push(status);
    }
    return passed;
  };

  it.each([
    ['of what waits', cancelWaiting(CONTENT, AT), ['ACCEPTED', 'FAILED']],
    ['as a wish', requestCancel(CONTENT.id), ['INPROGRESS']],
    ['of a lapsed claim', cancelLapsed(full('INPROGRESS'), AT), ['INPROGRESS']],
    ['closes a message’s death', close(CONTENT.id, AT), ['DEAD']],
    ['forgets under the death it read', forgetSteps(CONTENT.id, 'd-1', {}), ['DEAD']],
    ['forgets under an earlier death', forgetSteps(CONTENT.id, 'd-0', {}), []],
  ])('touches nothing else: %s', async (_, write, statuses) => {
    expect(await allowed(write)).toEqual(statuses);
  });

  it('stands against a death, an expiry and a death of what kills its hosts, which follow it', async () => {
    const toCancel = full('INPROGRESS', { cancel_requested: true });
    const read = full('INPROGRESS');
    for (const write of [dieUnclaimed(CONTENT, DEATH), expire(CONTENT, AT), dieLapsed(read, CONTENT, DEATH)]) {
      const records = createMemoryRecordTable();
      await records.update({ id: CONTENT.id, set: stepless(toCancel) });
      expect((await records.update(write)).written).toBe(false);
    }
  });
});
