import { awsLimits } from '../definition/aws-limits.ts';
import type { Backoff } from '../definition/job-definition.ts';
import type { Timing } from '../definition/timing.ts';
import type { Delivery } from '../message/delivery.ts';

/** SQS lets a message be hidden this long in all, counted from its receive. */
const LONGEST_HIDE_SECONDS = awsLimits.visibilitySeconds.most;
/** A message that appears must be received, run and hidden again before its retention ends. */
const RETENTION_RESERVE_SECONDS = 30;
/** Receives kept in reserve before SQS itself would dead-letter, without a reason. */
const RECEIVES_IN_RESERVE = 2;
export const SHORTEST_DEFERRAL_SECONDS = 30;
const DEFERRAL_JITTER = 0.2;

export type Hiding = { readonly kind: 'hide'; readonly seconds: number } | { readonly kind: 'waited-too-long' };

/** Every hide passes here, whatever its reason: whole seconds, within SQS's limit, and never past the retention. */
export function planHide(timing: Timing, delivery: Delivery, nowMs: number, askedSeconds: number): Hiding {
  const seconds = capHide(timing, askedSeconds);
  const receivesSpent = delivery.receiveCount >= timing.maxReceiveCount - RECEIVES_IN_RESERVE;
  if (receivesSpent || !retentionLeft(timing, delivery, nowMs + seconds * 1000)) return { kind: 'waited-too-long' };
  return { kind: 'hide', seconds };
}

/** The message holds out long enough to be received and run once more after `appearsAtMs`. */
export function retentionLeft(timing: Timing, delivery: Delivery, appearsAtMs: number): boolean {
  const reserve = timing.visibilitySeconds + timing.functionTimeoutSeconds + RETENTION_RESERVE_SECONDS;
  return appearsAtMs + reserve * 1000 <= delivery.sentAtMs + timing.retentionSeconds * 1000;
}

/** A wait for a live claim alone may be as long as SQS allows. */
export function capHide(timing: Timing, askedSeconds: number): number {
  // The receive lies before this invocation's start by at most the window, and we hide before its end.
  const heldSeconds = timing.functionTimeoutSeconds + timing.batchWindowSeconds + RETENTION_RESERVE_SECONDS;
  return Math.min(Math.max(0, Math.ceil(askedSeconds)), LONGEST_HIDE_SECONDS - heldSeconds);
}

/** Full jitter: anything between nothing and the exponential bound, so that failed jobs spread out. */
export function backoffSeconds(backoff: Backoff, attempt: number, random: number): number {
  return random * Math.min(backoff.maxSeconds, backoff.firstSeconds * 2 ** (attempt - 1));
}

/** A deferral grows with the time already waited, so that a long wait costs few receives; its jitter only lengthens. */
export function deferralSeconds(delivery: Delivery, nowMs: number, askedSeconds: number, random: number): number {
  const waitedSeconds = (nowMs - delivery.firstReceivedAtMs) / 1000;
  return Math.max(askedSeconds, SHORTEST_DEFERRAL_SECONDS, waitedSeconds / 4) * (1 + DEFERRAL_JITTER * random);
}

/** So many deferrals can have ended in this time, and no more. */
export function mostDeferrals(seconds: number): number {
  const next = (waitedSeconds: number) => waitedSeconds + Math.max(SHORTEST_DEFERRAL_SECONDS, waitedSeconds / 4);
  let deferrals = 0;
  for (let waitedSeconds = next(0); waitedSeconds <= seconds; waitedSeconds = next(waitedSeconds)) deferrals += 1;
  return deferrals;
}
