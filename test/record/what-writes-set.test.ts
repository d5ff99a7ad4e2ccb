import { describe, expect, it } from 'vitest';
import type { Failure, HeldClaim } from '../../millrace/record/job-record.ts';
import { cancelWaiting, requestCancel } from '../../millrace/record/writes/cancelling.ts';
import { accept, sent, takeUp } from '../../millrace/record/writes/saving.ts';
import { cancelHeld, complete, die, fail, release, saveSteps } from '../../millrace/record/writes/settling.ts';
import {
  cancelLapsed,
  close,
  dieAsMessage,
  dieUnclaimed,
  expire,
  forgetSteps,
} from '../../millrace/record/writes/unclaimed.ts';
import { AT, CONTENT, DUE } from './written-job.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const EXPIRATION = 1_767_226_600;
const FAILURE: Failure = { at: NOW, attempt: 1, name: 'Error', message: 'no', requestId: 'r-1', codeVersion: 'v1' };
const FAILURES = { failures: [FAILURE] };
const STEPS = { steps: { a: { done: true } } } as const;
const DEATH = { ...AT, deathId: 'd-1', reason: 'attempts-spent' } as const;
const HELD: HeldClaim = { ...CONTENT, status: 'INPROGRESS', expiration: 1_767_226_000, attempts: 2, fence: 'mine' };

const content = { type: 'parcel.ship', version: 1, validation: 'hash' };
const failed = { status: 'FAILED', due_at: '2026-01-01T00:00:05.000Z', expiration: EXPIRATION };
const completed = { status: 'COMPLETED', ended_at: NOW, expiration: EXPIRATION };
const cancelled = { status: 'CANCELLED', ended_at: NOW, expiration: EXPIRATION };
const unsent = {
  ...{ unsent: NOW, unsent_partition: expect.stringMatching(/^unsent#[0-3]$/) },
  unsent_message: { body: '{}' },
};
const dead = {
  ...{ status: 'DEAD', reason: 'attempts-spent', death_id: 'd-1', dead_at: NOW, ended_at: NOW },
  ...{ dead_partition: expect.stringMatching(/^parcel\.ship#\d+$/), expiration: EXPIRATION },
};

describe('a write sets what it is for, and nothing else', () => {
  it.each([
    ['a step', saveSteps(HELD, { ...STEPS, ...FAILURES, revision: 3 }), { steps_revision: 3, ...STEPS, ...FAILURES }],
    ['a success with a result', complete(HELD, { ...AT, json: '1', failures: [] }), { ...completed, data: '1' }],
    ['a success without one', complete(HELD, { ...AT, json: undefined, failures: [] }), completed],
    [
      'a success after failures',
      complete({ ...HELD, failures: [FAILURE, FAILURE] }, { ...AT, json: '1', ...FAILURES }),
      { ...completed, data: '1', ...FAILURES },
    ],
    ['a failure', fail(HELD, { ...DUE, ...FAILURES, ...STEPS }), { ...failed, ...FAILURES, ...STEPS }],
    ['a claim that is given back', release(HELD.id, 'mine', DUE), failed],
    ['a run that goes on later', release(HELD.id, 'mine', { ...DUE, ...STEPS }), { ...failed, ...STEPS }],
    ['a death', die(HELD, { ...DEATH, ...FAILURES, ...STEPS }), { ...dead, ...FAILURES, ...STEPS }],
    ['a death that adds no failure', die(HELD, DEATH), dead],
    ['a cancelled run', cancelHeld(HELD, { ...AT, ...STEPS }), { ...cancelled, ...STEPS }],
    ['a cancelled lapse', cancelLapsed(HELD, AT), cancelled],
    ['a cancelled wait', cancelWaiting(CONTENT, AT), { ...cancelled, type: 'parcel.ship' }],
    ['a wish to cancel', requestCancel(HELD.id), { cancel_requested: true }],
    ['a death without a claim', dieUnclaimed(CONTENT, { ...DEATH, ...FAILURES }), { ...content, ...dead, ...FAILURES }],
    ['an expiry', expire(CONTENT, AT), { ...content, status: 'EXPIRED', ended_at: NOW, expiration: EXPIRATION }],
    [
      'an acceptance',
      accept(CONTENT, { ...AT, message: { body: '{}' } }),
      { ...content, status: 'ACCEPTED', accepted_at: NOW, expiration: EXPIRATION, ...unsent },
    ],
    [
      'an acceptance of what somebody owns and is due later',
      accept(CONTENT, { ...AT, message: { priority: 'high' }, dueMs: DUE.dueMs, subject: 'user-1' }),
      {
        ...{ ...content, status: 'ACCEPTED', accepted_at: NOW, expiration: EXPIRATION, subject: 'user-1' },
        ...{ ...unsent, unsent_message: { priority: 'high' }, due_at: '2026-01-01T00:00:05.000Z' },
      },
    ],
    ['a saved job that is sent', sent(CONTENT.id), {}],
    ['a saved job that is taken up', takeUp({ ...HELD, unsent: 'earlier' }, AT.nowMs), { unsent: NOW }],
    ['steps that are forgotten', forgetSteps(HELD.id, 'd-1', {}), { steps: {} }],
    [
      'a message that holds no job',
      dieAsMessage('parcel.ship:~m-1', 'parcel.ship', { ...AT, reason: 'attempts-spent' }),
      { type: 'parcel.ship', ...dead, death_id: 'parcel.ship:~m-1' },
    ],
    ['the close of its death', close('parcel.ship:~m-1', AT), { status: 'CLOSED', ended_at: NOW }],
  ])('%s', (_, write, set) => {
    expect(write.set).toEqual(set);
  });

  it('takes back the attempt of a claim that is given back, and of no other', () => {
    expect(release(HELD.id, 'mine', DUE).add).toEqual({ attempts: -1 });
    expect(fail(HELD, { ...DUE, failures: [] }).add).toBeUndefined();
  });
});
