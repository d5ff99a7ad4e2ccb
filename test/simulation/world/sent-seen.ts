import type { Deed } from './sim-job.ts';

/** One message that was put on the queue, by its body. */
export interface SentSeen {
  readonly body: string;
  /** Undefined for a message that holds no job. */
  readonly jobId: string | undefined;
  readonly version: number;
  /** Hash of the payload as sent. */
  readonly validation: string;
  /** Names of its attributes; each has its name for a value. */
  attributes?: readonly string[] | undefined;
  readonly does: Deed | 'garbage';
  readonly weightGrams: number;
  readonly route: string;
  readonly expires: boolean;
  readonly expiresAtMs: number;
  /** Two sends of one payload in the same millisecond have one body. */
  times: number;
  /** A producer was told that it is sent. */
  accepted: boolean;
  /** Why it holds no job. */
  readonly wrong?: { readonly reason: string; readonly isOfNewest: boolean } | undefined;
  /** An operator made it of another. */
  readonly edited: boolean;
  /** Its place among all that reached the queue; undefined until then. */
  place?: number;
}
