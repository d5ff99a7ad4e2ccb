import type { JobRecord } from '../record/job-record.ts';
import { isForgotten } from '../record/update-unclaimed.ts';
import type { JobContent } from '../record/writes/job-content.ts';

/** What a record that stands against a claim, a death or an expiry means for the message that found it. */
export type Found =
  /** Past its lifetime: counts as absent. */
  | 'forgotten'
  /** The same key with another payload: the message is at fault, never the record. */
  | 'other-content'
  /** A run holds it. */
  | 'live'
  /** A run began and never ended. */
  | 'lapsed'
  /** Waiting for a run: nothing stands against one. */
  | 'waiting'
  /** Parked, and this message carries the death's id: it was redriven. */
  | 'redriven'
  /** Parked, and this message is a leftover. */
  | 'dead'
  | 'ended'
  /** A status this code does not know: newer code wrote it. */
  | 'unknown';

/** What a message tells about the job it is for. */
export interface FindingMessage {
  readonly content: JobContent;
  readonly deathId: string | undefined;
  /** True where an operator changed its payload: it brings its job's content along. */
  readonly isEdited: boolean;
}

export function classifyFound(record: JobRecord, message: FindingMessage, nowMs: number): Found {
  if (isForgotten(record, nowMs)) return 'forgotten';
  const isItsDeath = record.status === 'DEAD' && message.deathId !== undefined && message.deathId === record.death_id;
  if (isItsDeath && message.isEdited) return 'redriven';
  if (isOtherContent(record, message.content)) return 'other-content';
  switch (record.status) {
    case 'INPROGRESS':
      return (record.in_progress_expiration ?? 0) < nowMs ? 'lapsed' : 'live';
    case 'ACCEPTED':
    case 'FAILED':
      return 'waiting';
    case 'DEAD':
      return isItsDeath ? 'redriven' : 'dead';
    case 'COMPLETED':
    case 'CANCELLED':
    case 'EXPIRED':
      return 'ended';
    default:
      return 'unknown';
  }
}

function isOtherContent(record: JobRecord, { version, validation }: JobContent): boolean {
  const isCompared = record.version === version || record.edited === true;
  // What was cancelled before it was ever sent has no content to compare with.
  return isCompared && record.validation !== undefined && record.validation !== validation;
}
