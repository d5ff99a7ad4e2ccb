import type { Message } from '@aws-sdk/client-sqs';

/** What became of a batch: what was deleted, and what stays hidden until its visibility timeout runs out. */
export interface BatchReport {
  readonly functionName: string;
  readonly messages: number;
  readonly deleted: number;
  readonly kept: number;
  /** Why the whole batch stays, where it does. */
  readonly because?: string;
  /** The messages of a batch that failed as a whole. */
  readonly failed?: readonly Message[];
}
