import { absent, all, any, type Condition, differs, equals } from '../condition.ts';

/** Which job a message carries, and with what content. */
export interface JobContent {
  readonly id: string;
  readonly type: string;
  /** Version of the payload as sent. */
  readonly version: number;
  /** Hash of the payload as sent. */
  readonly validation: string;
}

export const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
export const toIso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** What a settled or earlier life left behind, and a new one clears. */
export const OUTCOME_MARKS = ['due_at', 'ended_at', 'data'] as const;

/** What says that a saved job is not known to be sent; a claim, or an end, proves it sent or not to be sent. */
export const UNSENT_MARKS = ['unsent', 'unsent_partition', 'unsent_message'] as const;

/** What belongs to one life of a key: a record past its lifetime leaves none of it to the next. */
export const LIFE_MARKS = [
  'cycle',
  'failures',
  'steps',
  'steps_revision',
  'cancel_requested',
  'edited',
  'subject',
] as const;

/**
 * Contents are compared between equal versions only: two versions of one payload hash differently. What an operator
 * edited stands for its job whatever the version: a leftover of what it was is other content.
 */
export function sameContent(content: JobContent): Condition {
  const otherVersion = all(differs('version', content.version), absent('edited'));
  return any(otherVersion, equals('validation', content.validation));
}

export function ofContent(content: JobContent) {
  return { type: content.type, version: content.version, validation: content.validation };
}
