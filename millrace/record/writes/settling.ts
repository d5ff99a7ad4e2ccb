import { absent, all, type Condition, equals } from '../condition.ts';
import type { Failure, HeldClaim } from '../job-record.ts';
import type { RecordWrite } from '../record-table.ts';
import type { Steps } from '../step-state.ts';
import { type Death, deathOf } from './death.ts';
import { toIso } from './job-content.ts';

const CLAIM_MARKS = ['in_progress_expiration', 'alone'] as const;

/** Stores what is known of a job's steps, under the fence. All of them: whoever holds the claim knows them all. */
export function saveSteps(held: HeldClaim, steps: Steps): RecordWrite {
  return { id: held.id, when: underFence(held.fence), set: { steps } };
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
    remove: [...CLAIM_MARKS, 'cancel_requested', 'steps'],
  };
}

/** What a run that did not succeed leaves of its steps; absent where all of it is stored. */
export interface Unsaved {
  readonly steps?: Steps | undefined;
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
      ...{ status: 'FAILED', due_at: toIso(failure.dueMs), expiration: failure.expiration, failures: failure.failures },
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
  held: HeldClaim,
  at: Unsaved & { readonly nowMs: number; readonly expiration: number },
): RecordWrite {
  return {
    id: held.id,
    when: underFence(held.fence),
    set: { status: 'CANCELLED', ended_at: toIso(at.nowMs), expiration: at.expiration, ...unsavedSteps(at) },
    remove: [...CLAIM_MARKS, 'cancel_requested', 'due_at'],
  };
}

function unsavedSteps({ steps }: Unsaved) {
  return steps === undefined ? {} : { steps };
}

function underFence(fence: string): Condition {
  return all(equals('fence', fence), equals('status', 'INPROGRESS'));
}

/** Whatever ended otherwise than well is cancelled where that was asked for: by a second update. */
function unlessCancelled(fence: string): Condition {
  return all(underFence(fence), absent('cancel_requested'));
}
