import { awsLimits } from '../definition/aws-limits.ts';
import { isInstant } from '../message/instant.ts';
import { InvalidEnqueueOptionError } from './enqueue-errors.ts';

export interface EnqueueOptions {
  /** Whole seconds from 0 to 900 before the job may be received. Default 0. */
  readonly delaySeconds?: number;
  /** After this instant (a text: RFC 3339, with its zone) the job is dropped unrun. Default: the job's `expiresAfterSeconds` from now, if it has one. */
  readonly expiresAt?: Date | string;
  /** W3C trace context to carry on. Default: the running job's, inside a handler. */
  readonly traceparent?: string;
}

export const LONGEST_DELAY_SECONDS = awsLimits.delaySeconds.most;

export function checkedDelay(delaySeconds: number | undefined): number | undefined {
  if (delaySeconds === undefined) return undefined;
  if (Number.isInteger(delaySeconds) && delaySeconds >= 0 && delaySeconds <= LONGEST_DELAY_SECONDS) return delaySeconds;
  throw new InvalidEnqueueOptionError(
    `delaySeconds: ${String(delaySeconds)} given; whole seconds from 0 to ${LONGEST_DELAY_SECONDS} are allowed (for longer, use a schedule)`,
  );
}

/** The expiry as an ISO instant. */
export function checkedExpiry(
  expiresAt: Date | string | undefined,
  expiresAfterSeconds: number | undefined,
  nowMs: number,
): string | undefined {
  if (expiresAt === undefined) {
    return expiresAfterSeconds === undefined ? undefined : new Date(nowMs + expiresAfterSeconds * 1000).toISOString();
  }
  const isValid = expiresAt instanceof Date ? !Number.isNaN(expiresAt.getTime()) : isInstant(expiresAt);
  // `new Date` would take '5' for a year, and a text without its zone for local time.
  if (!isValid) {
    throw new InvalidEnqueueOptionError('expiresAt: no instant; a Date or a text like 2026-11-30T15:00:00Z is allowed');
  }
  return new Date(expiresAt).toISOString();
}
