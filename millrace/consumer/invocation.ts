import type { IdempotencyConfig } from '@aws-lambda-powertools/idempotency';
import type { JobDefinition } from '../definition/job-definition.ts';
import { DEADLINE_MARGIN_SECONDS } from '../definition/timing.ts';
import type { Clock } from '../message/clock.ts';
import type { Delivery } from '../message/delivery.ts';
import type { Queues } from '../message/queue.ts';
import type { RecordTable } from '../record/record-table.ts';
import type { ConsumerLogger } from './consumer-logger.ts';
import type { Gate } from './gate.ts';
import type { Work } from './work.ts';

/** What the consumer needs of the world; every one of them can be replaced. */
export interface ConsumerPorts {
  readonly clock: Clock;
  readonly queues: Queues;
  readonly records: RecordTable;
  readonly logger: ConsumerLogger;
  /** From 0 up to 1. */
  random(): number;
  /** An id nobody else makes. */
  newId(): string;
}

/** A queue of the job, and the queue of its dead. */
export interface QueueUrls {
  readonly queueUrl: string;
  readonly deadLetterQueueUrl: string;
}

/** Where this consumer stands. */
export interface ConsumerSettings {
  /** One, or one for each priority. */
  readonly queues: readonly QueueUrls[];
  readonly codeVersion: string;
}

/** Where one batch stands: all of it came from one queue. */
export interface InvocationSettings extends QueueUrls {
  readonly codeVersion: string;
}

/** One call of the function: what its steps share. */
export interface Invocation {
  readonly job: JobDefinition;
  readonly work: Work;
  readonly settings: InvocationSettings;
  readonly ports: ConsumerPorts;
  readonly guard: IdempotencyConfig;
  readonly requestId: string;
  /** When Lambda ends this invocation. */
  readonly deadlineMs: number;
  /** Ids of the jobs whose handler has been called and has not returned. */
  readonly running: Set<string>;
  /** Absent where the job has neither a breaker nor a rate. */
  readonly gate: Gate | undefined;
  /** Hides a message; calls of one tick share a request. A refused hide is logged: the lease still holds. */
  hide(delivery: Delivery, seconds: number): Promise<void>;
}

/** From then on nothing new starts. */
export function marginAtMs(invocation: Pick<Invocation, 'deadlineMs'>): number {
  return invocation.deadlineMs - DEADLINE_MARGIN_SECONDS * 1000;
}
