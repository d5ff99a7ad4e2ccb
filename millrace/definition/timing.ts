import { awsLimits } from './aws-limits.ts';
import type { AlarmThresholds } from './job-definition.ts';

const DAY_SECONDS = 86_400;

/** A dead-letter queue keeps as long as SQS can: a redriven or natively moved message must not vanish first. */
export const DEAD_LETTER_RETENTION_SECONDS = awsLimits.retentionSeconds.most;
/** Time of an invocation that belongs to no run: its lease, its settling, its answer. */
export const INVOCATION_MARGIN_SECONDS = 5;
/** Nothing new starts, and nothing is settled, later than this before the invocation's deadline. */
export const DEADLINE_MARGIN_SECONDS = 2;
const LEAST_CONCURRENT_BATCHES = awsLimits.maximumConcurrency.least;
/** Of 29 jobs at once, two batches of ten would leave nine idle; three of nine leave two. */
const LEAST_FILLED = 0.8;

/** The settings from which the rest is derived. */
export interface TimingInput {
  readonly p95Seconds: number;
  readonly timeoutSeconds: number;
  readonly concurrency: number;
  readonly batchSizeAtMost: number;
  readonly batchWindowSeconds: number;
  readonly retentionSeconds: number;
  readonly visibilitySeconds?: number | undefined;
  readonly maxReceiveCount?: number | undefined;
  readonly alarms?: Partial<AlarmThresholds> | undefined;
}

export interface Timing {
  readonly batchSize: number;
  readonly batchWindowSeconds: number;
  /** `ScalingConfig.MaximumConcurrency` of the event source mapping: batches at once. */
  readonly maximumConcurrency: number;
  /** Timeout of the Lambda function. */
  readonly functionTimeoutSeconds: number;
  /** Visibility timeout of the source queue. */
  readonly visibilitySeconds: number;
  readonly maxReceiveCount: number;
  readonly retentionSeconds: number;
  /** How long a record outlives the moment its job is due. */
  readonly recordLifetimeSeconds: number;
  readonly alarms: AlarmThresholds;
}

export function deriveTiming(input: TimingInput): Timing {
  const batchSize = deriveBatchSize(input.batchSizeAtMost, input.concurrency);
  const functionTimeoutSeconds = deriveFunctionTimeoutSeconds(input.timeoutSeconds, batchSize);
  const visibilitySeconds = input.visibilitySeconds ?? 6 * functionTimeoutSeconds + input.batchWindowSeconds;
  return {
    batchSize,
    batchWindowSeconds: input.batchWindowSeconds,
    maximumConcurrency: Math.max(LEAST_CONCURRENT_BATCHES, Math.floor(input.concurrency / batchSize)),
    functionTimeoutSeconds,
    visibilitySeconds,
    maxReceiveCount: input.maxReceiveCount ?? deriveMaxReceiveCount(input.retentionSeconds, visibilitySeconds),
    retentionSeconds: input.retentionSeconds,
    recordLifetimeSeconds: input.retentionSeconds + DEAD_LETTER_RETENTION_SECONDS + DAY_SECONDS,
    alarms: deriveAlarms(input),
  };
}

/** The largest of which whole batches fill most of the concurrency, and never more than it; at least two batches run. */
function deriveBatchSize(atMost: number, concurrency: number): number {
  let size = Math.min(atMost, Math.floor(concurrency / LEAST_CONCURRENT_BATCHES));
  while (size > 1 && Math.floor(concurrency / size) * size < LEAST_FILLED * concurrency) size -= 1;
  return Math.max(1, size);
}

/** A batch runs in parallel; where it can hold more than one job, a suspect gets a second, lone run after it. */
function deriveFunctionTimeoutSeconds(timeoutSeconds: number, batchSize: number): number {
  const runs = batchSize > 1 ? 2 : 1;
  return Math.ceil(runs * timeoutSeconds) + INVOCATION_MARGIN_SECONDS;
}

const LEAST_DERIVED_RECEIVES = 30;

/** Half the retention may be spent coming back; the native dead-lettering is a backstop only. */
function deriveMaxReceiveCount(retentionSeconds: number, visibilitySeconds: number): number {
  const derived = Math.floor(retentionSeconds / 2 / visibilitySeconds);
  return Math.min(awsLimits.maxReceiveCount.most, Math.max(LEAST_DERIVED_RECEIVES, derived));
}

/** Depth: what the consumers work off in an hour. Age: an hour, and well inside the retention. */
function deriveAlarms({ concurrency, p95Seconds, retentionSeconds, alarms }: TimingInput): AlarmThresholds {
  const hour = 3600;
  const workedOffInAnHour = Math.floor((concurrency / p95Seconds) * hour);
  return {
    depth: alarms?.depth ?? Math.min(100_000, Math.max(1, workedOffInAnHour)),
    oldestAgeSeconds: alarms?.oldestAgeSeconds ?? Math.min(hour, Math.floor(retentionSeconds / 4)),
  };
}
