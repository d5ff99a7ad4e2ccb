import { defaults } from './defaults.ts';
import type { JobDefinition, JobSettings } from './job-definition.ts';
import { deriveTiming } from './timing.ts';

/** A job's numbers with every default filled in and the rest derived. */
export type ResolvedSettings = Omit<
  JobDefinition,
  | ('type' | 'owner' | 'version' | 'upgrades' | 'payload' | 'confidential' | 'result' | 'idempotencyKey' | 'replay')
  | 'schedules'
>;

/** Which queues a job has, and what groups their messages. */
export type Queueing = Pick<JobDefinition, 'orderedBy' | 'fairBy' | 'priorities'>;

export function resolveSettings(given: JobSettings & Partial<Queueing>): ResolvedSettings {
  const p95Seconds = given.p95Seconds ?? defaults.p95Seconds;
  const timeoutSeconds = given.timeoutSeconds ?? defaultTimeoutSeconds(p95Seconds);
  const maxAttempts = given.maxAttempts ?? defaults.maxAttempts;
  const priorities = given.priorities ?? [];
  const concurrency = given.concurrency ?? defaults.concurrency;
  const batchWindowSeconds = given.batchWindowSeconds ?? defaults.batchWindowSeconds;
  const retentionSeconds = given.retentionSeconds ?? defaults.retentionSeconds;
  const maxWaitSeconds = given.maxWaitSeconds ?? Math.min(defaults.maxWaitSeconds, Math.floor(retentionSeconds / 4));
  return {
    orderedBy: given.orderedBy,
    fairBy: given.fairBy,
    priorities,
    p95Seconds,
    p95Measured: given.p95Seconds !== undefined,
    timeoutSeconds,
    memoryMb: given.memoryMb ?? defaults.memoryMb,
    maxAttempts,
    backoff: {
      firstSeconds: given.backoff?.firstSeconds ?? defaults.backoff.firstSeconds,
      maxSeconds: given.backoff?.maxSeconds ?? defaults.backoff.maxSeconds,
    },
    concurrency,
    batchWindowSeconds,
    ratePerSecond: given.ratePerSecond,
    breaker: given.breaker,
    maxWaitSeconds,
    expiresAfterSeconds: given.expiresAfterSeconds,
    retentionSeconds,
    timing: deriveTiming({
      ...{ p95Seconds, timeoutSeconds, maxAttempts, concurrency, batchWindowSeconds, retentionSeconds, maxWaitSeconds },
      ratePerSecond: given.ratePerSecond,
      ordered: given.orderedBy !== undefined,
      queues: Math.max(1, priorities.length),
      batchSizeAtMost: given.batchSize ?? defaults.batchSize,
      visibilitySeconds: given.visibilitySeconds,
      maxReceiveCount: given.maxReceiveCount,
      maxDepth: given.maxDepth,
      alarms: given.alarms,
    }),
  };
}

function defaultTimeoutSeconds(p95Seconds: number): number {
  return Math.max(defaults.timeoutSecondsAtLeast, Math.ceil(defaults.timeoutFactor * p95Seconds));
}
