import type { JobRecord } from '../record/job-record.ts';
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

export function classifyFound(
  record: JobRecord,
  message: { readonly content: JobContent; readonly deathId: string | undefined },
  nowMs: number,
): Found {
  if (record.expiration < Math.floor(nowMs / 1000)) return 'forgotten';
  if (record.version === message.content.version && record.validation !== message.content.validation) {
    return 'other-content';
  }
  switch (record.status) {
    case 'INPROGRESS':
      return (record.in_progress_expiration ?? 0) < nowMs ? 'lapsed' : 'live';
    case 'ACCEPTED':
    case 'FAILED':
      return 'waiting';
    case 'DEAD':
      return message.deathId !== undefined && message.deathId === record.death_id ? 'redriven' : 'dead';
    case 'COMPLETED':
    case 'EXPIRED':
      return 'ended';
    default:
      return 'unknown';
  }
}
