import { awsLimits } from '../definition/aws-limits.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { isInstant } from '../message/instant.ts';
import { InvalidEnqueueOptionError } from './enqueue-errors.ts';

export interface EnqueueOptions {
  /**
   * Whole seconds before the job may be received, up to 365 days; not of a job with `orderedBy`. More than 900 are kept by
   * EventBridge Scheduler, and rounded up to the next whole minute. Default 0.
   */
  readonly delaySeconds?: number;
  /** One of the job's `priorities`. Default: the last of them, the least urgent. */
  readonly priority?: string;
  /** After this instant (a text: RFC 3339, with its zone) the job is dropped unrun. Default: the job's `expiresAfterSeconds` from when it is due, if it has one. */
  readonly expiresAt?: Date | string;
  /** W3C trace context to carry on. Default: the running job's, inside a handler. */
  readonly traceparent?: string;
}

/** The same, of a job that is known at run time only. */
export type PrepareOptions = EnqueueOptions & { readonly confidential?: unknown };

/** SQS holds no message back for longer; beyond, a one-time schedule sends it. */
export const LONGEST_SQS_DELAY_SECONDS = awsLimits.delaySeconds.most;
export const LONGEST_DELAY_SECONDS = 365 * 86_400;

/** Longer than SQS holds a message back. */
export function isLong(delaySeconds = 0): boolean {
  return delaySeconds > LONGEST_SQS_DELAY_SECONDS;
}

export function checkedDelay(
  { type, orderedBy }: Pick<JobDefinition, 'type' | 'orderedBy'>,
  delaySeconds: number | undefined,
): number | undefined {
  if (delaySeconds === undefined) return undefined;
  if (orderedBy !== undefined) {
    const allowed = `none is allowed: ${type} is ordered by ${orderedBy}, and a FIFO queue delays no single message`;
    throw new InvalidEnqueueOptionError('delaySeconds', `${String(delaySeconds)} given`, allowed);
  }
  if (Number.isInteger(delaySeconds) && delaySeconds >= 0 && delaySeconds <= LONGEST_DELAY_SECONDS) return delaySeconds;
  const allowed = `whole seconds from 0 to ${LONGEST_DELAY_SECONDS} (365 days) are allowed`;
  throw new InvalidEnqueueOptionError('delaySeconds', `${String(delaySeconds)} given`, allowed);
}

/** The priority that a job is sent with; none where the job has one queue. */
export function checkedPriority(
  { type, priorities }: Pick<JobDefinition, 'type' | 'priorities'>,
  priority: string | undefined,
): string | undefined {
  const usual = priorities.at(-1);
  if (priority === undefined || priorities.includes(priority)) return priority ?? usual;
  const allowed =
    usual === undefined
      ? `none is allowed: ${type} has no priorities`
      : `${priorities.join(', ')} are allowed (${usual} unless given)`;
  throw new InvalidEnqueueOptionError('priority', `${JSON.stringify(priority)} given`, allowed);
}

/** The expiry as an ISO instant; the job's own age limit counts from when it is surely on its queue. */
export function checkedExpiry(
  expiresAt: Date | string | undefined,
  expiresAfterSeconds: number | undefined,
  onQueueMs: number,
): string | undefined {
  if (expiresAt === undefined) {
    return expiresAfterSeconds === undefined
      ? undefined
      : new Date(onQueueMs + expiresAfterSeconds * 1000).toISOString();
  }
  const isValid = expiresAt instanceof Date ? !Number.isNaN(expiresAt.getTime()) : isInstant(expiresAt);
  // `new Date` would take '5' for a year, and a text without its zone for local time.
  if (!isValid) {
    const allowed = 'a Date or a text like 2026-11-30T15:00:00Z is allowed';
    throw new InvalidEnqueueOptionError('expiresAt', 'no instant', allowed);
  }
  return new Date(expiresAt).toISOString();
}
