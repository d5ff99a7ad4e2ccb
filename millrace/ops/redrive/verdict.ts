/** What is done with a message of the dead-letter queue. */
export type Course = 'redrive' | 'refuse' | 'skip' | 'discard';

/** Each verdict in the words of a report. */
export const verdictWords = {
  safe: 'may be run again',
  'check-first': 'its job says to check first',
  'never-ran': 'held no usable job, so nothing of it ran',
  unreadable: 'this code can’t read its payload, and it may have run',
  'unknown-effects': 'nobody knows whether an effect of it happened',
  'edit-refused': 'its payload can’t be changed so',
  'already-done': 'the job is completed',
  cancelled: 'the job is cancelled',
  expired: 'past its expiry',
  'too-old': 'its record is gone, and with it what was done',
  'other-content': 'another payload stands under its key',
  'other-version': 'sent under another version than its job’s: compare the two',
  live: 'a run holds the job',
  'under-way': 'its job was sent just now, or moves at this moment',
  'died-again': 'died again after this run sent it',
  double: 'a second copy of one that was sent',
  'unknown-status': 'newer code wrote its record',
  'other-job': 'another job’s message',
} as const;

export type Verdict = keyof typeof verdictWords;

export interface Judgement {
  readonly verdict: Verdict;
  readonly course: Course;
  /** The death under which it goes back; absent where one has to be set first. */
  readonly deathId?: string;
  /** What is wrong, where the verdict alone does not tell. */
  readonly why?: string;
}
