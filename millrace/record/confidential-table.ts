import type { Condition } from './condition.ts';
import type { StoredConfidential } from './job-record.ts';

/** Puts confidential data beside a record, or makes sure that it stands there: both conditions hold, or nothing is done. */
export interface ConfidentialWrite {
  /** The record's. */
  readonly id: string;
  readonly whenRecord: Condition;
  /** What `confidentialKey` gives. */
  readonly key: string;
  readonly when: Condition;
  /** Absent: what stands there stays as it is. */
  readonly put?: StoredConfidential;
}

/** Which of the two conditions stood against it; of both, the record's. */
export type ConfidentialAnswer = 'held' | 'refused-by-record' | 'refused-by-data';

/** The record table's part for confidential data. No answer of a write tells what stands there. */
export interface ConfidentialTable {
  writeConfidential(write: ConfidentialWrite): Promise<ConfidentialAnswer>;
  /** A consistent read. */
  getConfidential(key: string): Promise<StoredConfidential | undefined>;
  /** Moves its expiration, where the condition holds. */
  renewConfidential(key: string, expiration: number, when: Condition): Promise<void>;
  /** Deletes it, where the condition holds. */
  eraseConfidential(key: string, when: Condition): Promise<void>;
}
