import { absent, all, any, below, type Condition, equals } from '../condition.ts';
import type { Failure, HeldClaim } from '../job-record.ts';
import type { RecordWrite } from '../record-table.ts';
import type { Steps } from '../step-state.ts';
import { type Death, deathOf } from './death.ts';
import { toIso } from './job-content.ts';

const CLAIM_MARKS = ['in_progress_expiration', 'alone'] as const;

/**
 * Stores what is known of a job's steps, under the fence. All of them: whoever holds the claim knows them all. One that
 * was overtaken on its way, and asked again meanwhile, must not take back what a newer one stored.
 */
export function saveSteps(held: HeldClaim, saved: Unsaved & { readonly revision: number }): RecordWrite {
  const isNewest = any(absent('steps_revision'), below('steps_revision', saved.revision));
  return {
    id: held.id,
    when: all(underFence(held.fence), isNewest),
    set: { steps_revision: saved.revision, ...unsavedSteps(saved) },
  };
}

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
    remove: [...CLAIM_MARKS, 'cancel_requested', 'steps', 'steps_revision'],
  };
}

/** What a run leaves of its steps; absent where all of it is stored. */
export interface Unsaved {
  readonly steps?: Steps | undefined;
  /** Those that the record has room for beside its steps; absent where that is all of them. */
  readonly failures?: readonly Failure[] | undefined;
}

/** Settles a failure with attempts left, under the fence. */
export function fail(
  held: HeldClaim,
  failure: Unsaved & { readonly dueMs: number; readonly expiration: number; readonly failures: readonly Failure[] },
): RecordWrite {
  return {
    id: held.id,
    when: unlessCancelled(held.fence),
    set: {
      ...{ status: 'FAILED', due_at: toIso(failure.dueMs), expiration: failure.expiration },
      ...unsavedSteps(failure),
    },
    remove: [...CLAIM_MARKS],
  };
}

/** Gives a claim back: the run ended without an outcome of its own, and its attempt is taken back. */
export function release(
  id: string,
  fence: string,
  due: Unsaved & { readonly dueMs: number; readonly expiration: number },
): RecordWrite {
  return {
    id,
    when: unlessCancelled(fence),
    set: { status: 'FAILED', due_at: toIso(due.dueMs), expiration: due.expiration, ...unsavedSteps(due) },
    add: { attempts: -1 },
    remove: [...CLAIM_MARKS],
  };
}

/** Settles a death under the fence. */
export function die(held: HeldClaim, death: Death & Unsaved): RecordWrite {
  return {
    id: held.id,
    when: unlessCancelled(held.fence),
    set: { ...deathOf(held.id, held.type, death), ...unsavedSteps(death) },
    remove: [...CLAIM_MARKS, 'due_at'],
  };
}

/** Settles a cancellation under the fence: the run did not succeed, or never began. */
export function cancelHeld(
  held: Pick<HeldClaim, 'id' | 'fence'>,
  at: Unsaved & { readonly nowMs: number; readonly expiration: number },
): RecordWrite {
  return {
    id: held.id,
    when: underFence(held.fence),
    set: { status: 'CANCELLED', ended_at: toIso(at.nowMs), expiration: at.expiration, ...unsavedSteps(at) },
    remove: [...CLAIM_MARKS, 'cancel_requested', 'due_at'],
  };
}

function unsavedSteps({ steps, failures }: Unsaved) {
  return { ...(steps === undefined ? {} : { steps }), ...(failures === undefined ? {} : { failures }) };
}

function underFence(fence: string): Condition {
  return all(equals('fence', fence), equals('status', 'INPROGRESS'));
}

/** Whatever ended otherwise than well is cancelled where that was asked for: by a second update. */
function unlessCancelled(fence: string): Condition {
  return all(underFence(fence), absent('cancel_requested'));
}
