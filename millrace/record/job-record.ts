import type { MessageAttribute } from '../message/delivery.ts';
import type { StepState } from './step-state.ts';

/** Statuses of a job's record; Powertools' words where it has one. */
export type JobStatus =
  | 'ACCEPTED'
  | 'INPROGRESS'
  | 'FAILED'
  | 'COMPLETED'
  | 'DEAD'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'CLOSED';

/** One attempt that failed, kept in the record. */
export interface Failure {
  /** ISO instant. */
  readonly at: string;
  readonly attempt: number;
  readonly name: string;
  /** Cut and redacted. */
  readonly message: string;
  readonly requestId: string;
  readonly codeVersion: string;
}

/** Why a job, or a message that holds none, is in the dead-letter queue. */
export type DeathReason =
  | 'permanent-error'
  | 'attempts-spent'
  | 'result-refused'
  | 'killed-its-host'
  | 'outcome-unknown'
  | 'waited-too-long'
  | 'unparseable'
  | 'too-deep'
  | 'unsafe-integer'
  | 'not-a-job'
  | 'unknown-type'
  | 'no-key'
  | 'invalid-payload'
  | 'newer-version'
  | 'other-content'
  | 'received-too-often';

/** What the table holds about one job, or about one message without a job; the names are the stored attributes. */
export interface JobRecord {
  /** `<type>:<key>`, or `<type>:~<messageId>` for a message without a job. */
  readonly id: string;
  readonly type: string;
  readonly status: JobStatus;
  /** Epoch seconds: DynamoDB may remove the record from then on, and nobody believes it any more. */
  readonly expiration: number;
  /** Version of the payload as sent. */
  readonly version?: number;
  /** Hash of the payload as sent. */
  readonly validation?: string;
  readonly attempts?: number;
  /** How often the job was started anew after a death, from 1. */
  readonly cycle?: number;
  /** Who holds, or last held, the claim. */
  readonly fence?: string;
  /** Epoch milliseconds: until then a run holds the claim. */
  readonly in_progress_expiration?: number;
  /** True for a run with no neighbours: when it ends without a word, the job is to blame. */
  readonly alone?: boolean;
  readonly failures?: readonly Failure[];
  /** What was done of the job, by the step's name: kept through every run and cycle until it is completed. */
  readonly steps?: Readonly<Record<string, StepState>>;
  /** How often runs have written `steps`: a write that comes late, over a newer one, is refused. */
  readonly steps_revision?: number;
  /** True where someone asked to cancel while a run held the job: unless that run succeeds, it ends cancelled. */
  readonly cancel_requested?: boolean;
  /** True where an operator changed the payload: it stands for its job whatever the version. */
  readonly edited?: boolean;
  /** ISO instant of the next attempt, for people. */
  readonly due_at?: string;
  /** Whom the job belongs to: the subject of the token it was posted with. Absent where whoever may call may see it. */
  readonly subject?: string;
  /** ISO instant: saved then, or last taken up to be sent, and not known to be sent since. */
  readonly unsent?: string;
  /** Partition of the sparse index of the unsent. */
  readonly unsent_partition?: string;
  /** What is to be sent. */
  readonly unsent_message?: UnsentMessage;
  readonly accepted_at?: string;
  readonly started_at?: string;
  readonly ended_at?: string;
  /** The stored result, as JSON text; absent where the handler returned nothing. */
  readonly data?: string;
  readonly reason?: DeathReason;
  readonly death_id?: string;
  /** Keys of the sparse index of the dead. */
  readonly dead_partition?: string;
  readonly dead_at?: string;
}

/** A record as the run sees it that claimed it. */
export interface HeldClaim extends JobRecord {
  readonly fence: string;
  readonly attempts: number;
}

/** The message of a saved job, without its body where that is too large for a record. */
export interface UnsentMessage {
  readonly body?: string;
  readonly groupId?: string;
  readonly deduplicationId?: string;
  readonly priority?: string;
}

/** A step's result that is too large for its record. */
export interface StoredStepResult {
  /** JSON text. */
  readonly json: string;
  readonly expiration: number;
}

/** A job's confidential data, beside its record; the names are the stored attributes. */
export interface StoredConfidential {
  /** JSON text, as the producer sent it. */
  readonly confidential: string;
  /** Of the JSON. A hash of personal data can be guessed: it stands nowhere else. */
  readonly hash: string;
  /** Epoch seconds of the write, by the clock that found the record not over, or past its lifetime. */
  readonly written: number;
  readonly expiration: number;
}

/** A dead job's message, kept beside its record so that nothing the dead-letter queue can't carry is lost. */
export interface StoredMessage {
  readonly body: string;
  /** Without the marks of a death. As a map: as JSON text, quotes would double, and an item holds 400 KB. */
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  readonly groupId?: string;
  readonly traceHeader?: string;
  readonly expiration: number;
}
