import type { JobDefinition } from '../../definition/job-definition.ts';
import { breakerId, breakerState } from '../../record/breaker-state.ts';
import { depthOfAll } from '../stack/depth-of-all.ts';
import { queueUrls, type Stack } from '../stack/stack.ts';

/** A breaker as operators see it. */
export type BreakerStatus =
  | { readonly state: 'closed' }
  | { readonly state: 'open'; readonly untilAt: string }
  /** One run is to find out, or is at it until then. */
  | { readonly state: 'testing'; readonly untilAt?: string }
  /** So much of each batch is let through. */
  | { readonly state: 'returning'; readonly percent: number };

export interface StatusOfJob {
  readonly type: string;
  readonly owner: string;
  /** SQS's own counts, approximate, as all of these; summed up where the job has priorities. */
  readonly waiting: number;
  readonly inFlight: number;
  readonly delayed: number;
  /** In the dead-letter queue. */
  readonly dead: number;
  /** Null where the job has none. */
  readonly breaker: BreakerStatus | null;
  readonly ratePerSecond: number | null;
}

export async function readStatus(stack: Stack, job: JobDefinition, nowMs: number): Promise<StatusOfJob> {
  const pairs = await queueUrls(stack, job);
  const [depth, dead, breaker] = await Promise.all([
    depthOfAll(
      stack,
      pairs.map(({ source }) => source),
    ),
    depthOfAll(
      stack,
      pairs.map(({ deadLetter }) => deadLetter),
    ),
    readBreaker(stack, job, nowMs),
  ]);
  return {
    ...{ type: job.type, owner: job.owner, ...depth },
    dead: dead.waiting + dead.inFlight + dead.delayed,
    breaker,
    ratePerSecond: job.ratePerSecond ?? null,
  };
}

async function readBreaker(stack: Stack, job: JobDefinition, nowMs: number): Promise<BreakerStatus | null> {
  if (job.breaker === undefined) return null;
  const state = breakerState(job.breaker, await stack.records.getShared(breakerId(job.type)), nowMs);
  const at = (ms: number) => new Date(ms).toISOString();
  switch (state.kind) {
    case 'closed':
      return { state: 'closed' };
    case 'open':
      return { state: 'open', untilAt: at(state.untilMs) };
    case 'testing':
      return { state: 'testing', ...(state.probeUntilMs === undefined ? {} : { untilAt: at(state.probeUntilMs) }) };
    case 'returning':
      return { state: 'returning', percent: state.share * 100 };
  }
}
