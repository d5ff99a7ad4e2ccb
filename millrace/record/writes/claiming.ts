import { absent, all, any, atLeast, oneOf, unchanged } from '../condition.ts';
import type { Failure, JobRecord } from '../job-record.ts';
import type { RecordWrite } from '../record-table.ts';
import { DEATH_MARKS } from './death.ts';
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

/** Who claims, and until when the claim and the record hold. */
export interface ClaimTerms {
  readonly fence: string;
  readonly nowMs: number;
  /** Until then nobody else may run the job. */
  readonly inProgressUntilMs: number;
  /** Epoch seconds until which the record lives. */
  readonly expiration: number;
}

/** The claim: one update from absent, `ACCEPTED` or `FAILED` with the same content. */
export function claim(content: JobContent, terms: ClaimTerms): RecordWrite {
  const waiting = all(
    oneOf('status', ['ACCEPTED', 'FAILED']),
    atLeast('expiration', toSeconds(terms.nowMs)),
    sameContent(content),
  );
  return {
    id: content.id,
    when: any(absent('id'), waiting),
    set: claimed(content, terms),
    add: { attempts: 1 },
    remove: ['alone', ...OUTCOME_MARKS, ...UNSENT_MARKS],
  };
}

/** The second update after a refused claim: from a claim that lapsed. Its attempt counts only where that run was alone. */
export function claimLapsed(
  read: JobRecord,
  content: JobContent,
  terms: ClaimTerms,
  failures: readonly Failure[],
): RecordWrite {
  const counted = read.alone ? 1 : 0;
  return {
    id: content.id,
    when: unchanged(read, ['status', 'fence', 'in_progress_expiration', 'cancel_requested']),
    set: { ...claimed(content, terms), alone: true, attempts: (read.attempts ?? 0) + counted, failures },
    remove: [...OUTCOME_MARKS],
  };
}

/**
 * The second update: from a death whose id the message carries. Attempts begin anew; earlier failures and finished
 * steps stay. An edited message brings its content along.
 */
export function claimNewCycle(read: JobRecord, content: JobContent, terms: ClaimTerms, isEdited = false): RecordWrite {
  return {
    id: content.id,
    when: unchanged(read, ['status', 'death_id']),
    set: {
      ...claimed(content, terms),
      ...{ attempts: 1, cycle: (read.cycle ?? 1) + 1 },
      ...(isEdited ? { edited: true } : {}),
    },
    remove: ['alone', 'cancel_requested', ...OUTCOME_MARKS, ...DEATH_MARKS],
  };
}

/** The second update: from a record past its lifetime, which counts as absent though DynamoDB still holds it. */
export function claimForgotten(read: JobRecord, content: JobContent, terms: ClaimTerms): RecordWrite {
  return {
    id: content.id,
    when: unchanged(read, ['status', 'fence', 'expiration']),
    set: { ...claimed(content, terms), attempts: 1 },
    remove: ['alone', 'accepted_at', ...LIFE_MARKS, ...OUTCOME_MARKS, ...DEATH_MARKS, ...UNSENT_MARKS],
  };
}

function claimed(content: JobContent, terms: ClaimTerms): Partial<JobRecord> {
  return {
    ...ofContent(content),
    status: 'INPROGRESS',
    fence: terms.fence,
    in_progress_expiration: terms.inProgressUntilMs,
    expiration: terms.expiration,
    started_at: toIso(terms.nowMs),
  };
}
