import { absent, all, any, below, equals, present } from '../condition.ts';
import type { JobRecord, UnsentMessage } from '../job-record.ts';
import type { RecordWrite } from '../record-table.ts';
import { unsentPartition } from '../unsent-index.ts';
import { DEATH_MARKS } from './death.ts';
import {
  type JobContent,
  LIFE_MARKS,
  OUTCOME_MARKS,
  ofContent,
  toIso,
  toSeconds,
  UNSENT_MARKS,
} from './job-content.ts';

/** What is saved of a job before it is sent. */
export interface SavedJob {
  readonly nowMs: number;
  /** Epoch seconds, from when the job is due. */
  readonly expiration: number;
  readonly message: UnsentMessage;
  /** Absent where it is due at once. */
  readonly dueMs?: number | undefined;
  readonly subject?: string | undefined;
}

const OF_EARLIER_LIFE = ['fence', 'attempts', 'in_progress_expiration', 'alone', 'started_at'] as const;

/** Saves a job before it is sent, where there is no record of it yet. */
export function accept(content: JobContent, saved: SavedJob): RecordWrite {
  const { nowMs, expiration, message, dueMs, subject } = saved;
  const set = {
    ...ofContent(content),
    ...({ status: 'ACCEPTED', accepted_at: toIso(nowMs), expiration } as const),
    ...{ unsent: toIso(nowMs), unsent_partition: unsentPartition(content.id), unsent_message: message },
    ...(dueMs === undefined ? {} : { due_at: toIso(dueMs) }),
    ...(subject === undefined ? {} : { subject }),
  };
  const marks = [...OF_EARLIER_LIFE, ...LIFE_MARKS, ...OUTCOME_MARKS, ...DEATH_MARKS];
  return {
    id: content.id,
    when: any(absent('id'), below('expiration', toSeconds(nowMs))),
    set,
    remove: marks.filter((attribute) => !(attribute in set)),
  };
}

/** A saved job was sent. */
export function sent(id: string): RecordWrite {
  return { id, when: present('unsent'), set: {}, remove: [...UNSENT_MARKS] };
}

/** Takes up a saved job in order to send it: from the very mark that was read, so that one sweeper does. */
export function takeUp({ id, unsent = '' }: JobRecord, nowMs: number): RecordWrite {
  return {
    id,
    when: all(equals('status', 'ACCEPTED'), equals('unsent', unsent)),
    set: { unsent: toIso(nowMs) },
  };
}
