import type { Breaker, JobDefinition } from '../definition/job-definition.ts';
import { sharedItemId } from '../definition/job-id.ts';
import type { SharedItem } from './shared-item.ts';

/** What a batch that comes now finds. */
export type BreakerState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'open'; readonly untilMs: number }
  /** Its time is over, and one run is to find out; `probeUntilMs`: one is at it, until then. */
  | { readonly kind: 'testing'; readonly probeUntilMs: number | undefined }
  /** A run came through: part of what each batch brings may run again. */
  | { readonly kind: 'returning'; readonly share: number };

/** Let through in equal parts of `openSeconds` after the test; then everything is. */
const SHARES = [0.25, 0.5, 0.75];
/** Kept long enough to be looked at the day after; a breaker without an item is closed. */
const OUTLIVES_SECONDS = 2 * 86_400;

export function breakerId(type: string): string {
  return sharedItemId(type, 'breaker');
}

/** By the definition's own times: a deploy that shortens them counts at once. */
export function breakerState(breaker: Breaker, item: SharedItem | undefined, nowMs: number): BreakerState {
  const openMs = breaker.openSeconds * 1000;
  if (item?.opened_at !== undefined) {
    const untilMs = item.opened_at + openMs;
    if (nowMs < untilMs) return { kind: 'open', untilMs };
    const isTested = item.probe_until !== undefined && nowMs < item.probe_until;
    return { kind: 'testing', probeUntilMs: isTested ? item.probe_until : undefined };
  }
  if (item?.closed_at !== undefined) {
    const part = Math.max(0, Math.floor(((nowMs - item.closed_at) * SHARES.length) / openMs));
    const share = SHARES[part];
    if (share !== undefined) return { kind: 'returning', share };
  }
  return { kind: 'closed' };
}

/** Who writes, and when. */
export interface BreakerMove {
  readonly fence: string;
  readonly nowMs: number;
}

type BreakerJob = Pick<JobDefinition, 'type'> & { readonly breaker: Breaker };

export function opened(job: BreakerJob, move: BreakerMove): SharedItem {
  return { ...moved(job, move), opened_at: move.nowMs };
}

/** A run that tests the breaker; when it dies, its time frees the place. */
export function probed(job: BreakerJob, move: BreakerMove, openedAtMs: number, untilMs: number): SharedItem {
  return { ...moved(job, move), opened_at: openedAtMs, probe_until: untilMs };
}

/** The run told nothing: the next one tests. */
export function givenBack(job: BreakerJob, move: BreakerMove, openedAtMs: number): SharedItem {
  return { ...moved(job, move), opened_at: openedAtMs };
}

export function closed(job: BreakerJob, move: BreakerMove): SharedItem {
  return { ...moved(job, move), closed_at: move.nowMs };
}

function moved({ type, breaker }: BreakerJob, { fence, nowMs }: BreakerMove): SharedItem {
  const expiration = Math.ceil(nowMs / 1000) + 2 * breaker.openSeconds + OUTLIVES_SECONDS;
  return { id: breakerId(type), fence, expiration };
}

/** Failed attempts are counted for each life of a breaker, and in it for each stretch of `withinSeconds`. */
export function failureCount(job: BreakerJob, item: SharedItem | undefined, nowMs: number, by: number) {
  const stretch = Math.floor(nowMs / 1000 / job.breaker.withinSeconds);
  return {
    id: sharedItemId(job.type, `failures/${item?.fence ?? 'first'}/${stretch}`),
    by,
    expiration: (stretch + 1) * job.breaker.withinSeconds + OUTLIVES_SECONDS,
  };
}
