import type { Attribute, Condition } from './condition.ts';
import type { ConfidentialTable } from './confidential-table.ts';
import type { JobRecord, StoredMessage, StoredStepResult } from './job-record.ts';
import type { Counting, ReplaceAnswer, SharedItem } from './shared-item.ts';

/** One conditional update of one record, as data. */
export interface RecordWrite {
  readonly id: string;
  /** Absent: whatever stands there. */
  readonly when?: Condition;
  readonly set: Partial<JobRecord>;
  readonly add?: { readonly attempts: number };
  readonly remove?: readonly Attribute[];
}

/** `record`: what stands after the write, or what stood against it. */
export type WriteAnswer =
  | { readonly written: true; readonly record: JobRecord }
  | { readonly written: false; readonly record: JobRecord | undefined };

/** One that was saved and is not known to be sent, as its index tells of it: its record may say otherwise by now. */
export interface UnsentPage {
  readonly ids: readonly string[];
  readonly next?: string;
}

export interface DeadPage {
  readonly records: readonly JobRecord[];
  /** Where to go on; absent on the last page. */
  readonly next?: string;
}

/** The record table as the library uses it: the one port through which every DynamoDB call goes. */
export interface RecordTable extends ConfidentialTable {
  update(write: RecordWrite): Promise<WriteAnswer>;
  get(id: string): Promise<JobRecord | undefined>;
  /** `key`: what `messageItemKey` gives. */
  putMessage(key: string, message: StoredMessage): Promise<void>;
  getMessage(key: string): Promise<StoredMessage | undefined>;
  putStepResult(key: string, result: StoredStepResult): Promise<void>;
  getStepResult(key: string): Promise<StoredStepResult | undefined>;
  /** Adds to a count that all consumers share, from 0. Answers what it is then. */
  count(counting: Counting): Promise<number>;
  getShared(id: string): Promise<SharedItem | undefined>;
  /** Puts a shared item there, where what stands there has the fence that was read; undefined: where nothing stands. */
  replaceShared(item: SharedItem, readFence: string | undefined): Promise<ReplaceAnswer>;
  /** The dead of one partition of the index, newest first. */
  dead(partition: string, page: { readonly limit: number; readonly next?: string }): Promise<DeadPage>;
  /** Those of one partition of the index, saved or last taken up before that ISO instant, oldest first. */
  unsent(
    partition: string,
    page: { readonly before: string; readonly limit: number; readonly next?: string },
  ): Promise<UnsentPage>;
}
