import {
  type Attribute,
  absent,
  all,
  any,
  atLeast,
  below,
  type Condition,
  equals,
  oneOf,
  unchanged,
} from '../condition.ts';
import type { JobRecord } from '../job-record.ts';
import type { RecordWrite } from '../record-table.ts';
import type { Steps } from '../step-state.ts';
import { DEATH_MARKS, type Death, deathOf } from './death.ts';
import {
  type JobContent,
  LIFE_MARKS,
  OUTCOME_MARKS,
  ofContent,
  sameContent,
  toIso,
  toSeconds,
  UNSENT_MARKS,
} from './job-content.ts';

/** What a run, or a saving, left, and, where the record was past its lifetime, an earlier life's result. */
const UNCLAIMED = ['in_progress_expiration', 'alone', 'due_at', 'data', ...UNSENT_MARKS] as const;

/** A death without a claim: from absent, `ACCEPTED`, `FAILED` or a lapsed claim. */
export function dieUnclaimed(content: JobContent, death: Death): RecordWrite {
  return {
    id: content.id,
    when: unclaimed(content, death.nowMs),
    set: { ...ofContent(content), ...deathOf(content.id, content.type, death) },
    remove: [...UNCLAIMED],
  };
}

/** The death of a job whose runs ended its hosts: from the very claim that was read, lest it hit a later cycle. */
export function dieLapsed(read: JobRecord, content: JobContent, death: Death): RecordWrite {
  return { ...dieUnclaimed(content, death), when: unchangedLapse(read) };
}

/** The end of a job that is past its expiry, without a claim and without steps: one of these may have no known end. */
export function expire(content: JobContent, at: { readonly nowMs: number; readonly expiration: number }): RecordWrite {
  return {
    id: content.id,
    when: all(unclaimed(content, at.nowMs), absent('steps')),
    set: { ...ofContent(content), status: 'EXPIRED', ended_at: toIso(at.nowMs), expiration: at.expiration },
    remove: [...UNCLAIMED, ...DEATH_MARKS],
  };
}

/** The same of one with steps, from the very record that was read: all of them have ended. */
export function expireStepped(
  read: JobRecord,
  content: JobContent,
  at: { readonly nowMs: number; readonly expiration: number },
): RecordWrite {
  return { ...expire(content, at), when: all(unchangedLapse(read), unchanged(read, ['steps_revision'])) };
}

/** Steps of a dead job that are to be taken as never begun. */
export function forgetSteps(id: string, deathId: string, steps: Steps): RecordWrite {
  return { id, when: all(equals('status', 'DEAD'), equals('death_id', deathId)), set: { steps } };
}

/** The death of a message that holds no usable job; its record's id is its death id. */
export function dieAsMessage(id: string, type: string, death: Omit<Death, 'deathId'>): RecordWrite {
  return { id, set: { type, ...deathOf(id, type, { ...death, deathId: id }) } };
}

/** Closes a message's death: it came again, and this time it holds a usable job. */
export function close(id: string, at: { readonly nowMs: number }): RecordWrite {
  return {
    id,
    when: equals('status', 'DEAD'),
    set: { status: 'CLOSED', ended_at: toIso(at.nowMs) },
    remove: ['dead_partition', 'dead_at'],
  };
}

/** The end of a job whose cancellation was asked for while a run held it: that never ended, or was of code that did not look. */
export function cancelLapsed(
  read: JobRecord,
  at: { readonly nowMs: number; readonly expiration: number },
): RecordWrite {
  return {
    id: read.id,
    when: unchangedLapse(read),
    set: { status: 'CANCELLED', ended_at: toIso(at.nowMs), expiration: at.expiration },
    remove: ['cancel_requested', ...UNCLAIMED],
  };
}

/** The same end over a record past its lifetime, which counts as absent: nothing of its life is left. */
export function overForgotten(write: RecordWrite, read: JobRecord): RecordWrite {
  const ofEarlierLife = new Set<Attribute>([
    ...(['version', 'validation', 'attempts', 'fence', 'started_at', 'accepted_at'] as const),
    ...UNCLAIMED,
    ...LIFE_MARKS,
    ...OUTCOME_MARKS,
    ...DEATH_MARKS,
    ...(write.remove ?? []),
  ]);
  return {
    ...write,
    when: unchanged(read, ['status', 'fence', 'expiration']),
    remove: [...ofEarlierLife].filter((attribute) => !(attribute in write.set)),
  };
}

function unchangedLapse(read: JobRecord): Condition {
  return unchanged(read, ['status', 'fence', 'in_progress_expiration', 'cancel_requested']);
}

function unclaimed(content: JobContent, nowMs: number): Condition {
  const waiting = all(
    any(oneOf('status', ['ACCEPTED', 'FAILED']), lapsed(nowMs)),
    absent('cancel_requested'),
    atLeast('expiration', toSeconds(nowMs)),
    sameContent(content),
  );
  return any(absent('id'), waiting);
}

function lapsed(nowMs: number): Condition {
  return all(equals('status', 'INPROGRESS'), below('in_progress_expiration', nowMs));
}
