import { absent, all, any, below, type Condition, equals, oneOf, unchanged } from '../condition.ts';
import type { JobRecord } from '../job-record.ts';
import type { RecordWrite } from '../record-table.ts';
import { DEATH_MARKS, type Death, deathOf } from './death.ts';
import { type JobContent, OUTCOME_MARKS, ofContent, sameContent, toIso, toSeconds } from './job-content.ts';

/** What a run left, and, where the record was past its lifetime, an earlier life's result. */
const UNCLAIMED = ['in_progress_expiration', 'alone', 'due_at', 'data'] as const;

/** A death without a claim: from absent, `ACCEPTED`, `FAILED`, a lapsed claim, or a record past its lifetime. */
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
  return { ...dieUnclaimed(content, death), when: unchanged(read, ['status', 'fence', 'in_progress_expiration']) };
}

/** The end of a job that is past its expiry, without a claim. */
export function expire(content: JobContent, at: { readonly nowMs: number; readonly expiration: number }): RecordWrite {
  return {
    id: content.id,
    when: unclaimed(content, at.nowMs),
    set: { ...ofContent(content), status: 'EXPIRED', ended_at: toIso(at.nowMs), expiration: at.expiration },
    remove: [...UNCLAIMED, ...DEATH_MARKS],
  };
}

/** Saves a job before it is sent, where there is no record of it yet. */
export function accept(content: JobContent, at: { readonly nowMs: number; readonly expiration: number }): RecordWrite {
  return {
    id: content.id,
    when: any(absent('id'), below('expiration', toSeconds(at.nowMs))),
    set: { ...ofContent(content), status: 'ACCEPTED', accepted_at: toIso(at.nowMs), expiration: at.expiration },
    remove: [
      'fence',
      'attempts',
      'cycle',
      'failures',
      'in_progress_expiration',
      'alone',
      'started_at',
      ...OUTCOME_MARKS,
      ...DEATH_MARKS,
    ],
  };
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

function unclaimed(content: JobContent, nowMs: number): Condition {
  const lapsed = all(equals('status', 'INPROGRESS'), below('in_progress_expiration', nowMs));
  return any(
    absent('id'),
    below('expiration', toSeconds(nowMs)),
    all(any(oneOf('status', ['ACCEPTED', 'FAILED']), lapsed), sameContent(content)),
  );
}
