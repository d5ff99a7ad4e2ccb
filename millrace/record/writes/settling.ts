import { all, type Condition, equals } from '../condition.ts';
import type { Failure, HeldClaim } from '../job-record.ts';
import type { RecordWrite } from '../record-table.ts';
import { type Death, deathOf } from './death.ts';
import { toIso } from './job-content.ts';

/** Settles a success under the fence. `json` is the stored result, absent where the handler returned nothing. */
export function complete(
  held: HeldClaim,
  result: {
    readonly json: string | undefined;
    readonly nowMs: number;
    readonly expiration: number;
    readonly failures: readonly Failure[];
  },
): RecordWrite {
  return {
    id: held.id,
    when: underFence(held.fence),
    set: {
      status: 'COMPLETED',
      ended_at: toIso(result.nowMs),
      expiration: result.expiration,
      ...(result.json === undefined ? {} : { data: result.json }),
      ...(held.failures === undefined ? {} : { failures: result.failures }),
    },
    remove: ['in_progress_expiration', 'alone'],
  };
}

/** Settles a failure with attempts left, under the fence. */
export function fail(
  held: HeldClaim,
  failure: { readonly dueMs: number; readonly expiration: number; readonly failures: readonly Failure[] },
): RecordWrite {
  return {
    id: held.id,
    when: underFence(held.fence),
    set: { status: 'FAILED', due_at: toIso(failure.dueMs), expiration: failure.expiration, failures: failure.failures },
    remove: ['in_progress_expiration', 'alone'],
  };
}

/** Gives a claim back: the run ended without an outcome of its own, and its attempt is taken back. */
export function release(
  id: string,
  fence: string,
  due: { readonly dueMs: number; readonly expiration: number },
): RecordWrite {
  return {
    id,
    when: underFence(fence),
    set: { status: 'FAILED', due_at: toIso(due.dueMs), expiration: due.expiration },
    add: { attempts: -1 },
    remove: ['in_progress_expiration', 'alone'],
  };
}

/** Settles a death under the fence. */
export function die(held: HeldClaim, death: Death): RecordWrite {
  return {
    id: held.id,
    when: underFence(held.fence),
    set: deathOf(held.id, held.type, death),
    remove: ['in_progress_expiration', 'alone', 'due_at'],
  };
}

function underFence(fence: string): Condition {
  return all(equals('fence', fence), equals('status', 'INPROGRESS'));
}
