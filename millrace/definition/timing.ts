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
  readonly maxAttempts: number;
  readonly concurrency: number;
  readonly ratePerSecond?: number | undefined;
  /** A batch runs one job after the other. */
  readonly ordered: boolean;
  /** Queues that share the concurrency in equal parts. */
  readonly queues: number;
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
  /** `ScalingConfig.MaximumConcurrency` of each queue's event source mapping: batches at once. */
  readonly maximumConcurrency: number;
  /** Timeout of the Lambda function. */
  readonly functionTimeoutSeconds: number;
  /** Visibility timeout of the source queue. */
  readonly visibilitySeconds: number;
  readonly maxReceiveCount: number;
  readonly retentionSeconds: number;
  /** How long a record outlives the moment its job is due. */
  readonly recordLifetimeSeconds: number;
  /** Of each queue. */
  readonly alarms: AlarmThresholds;
}

export function deriveTiming(input: TimingInput): Timing {
  const jobsAtOnce = Math.floor(input.concurrency / input.queues);
  const batchSize = input.ordered
    ? deriveOrderedBatchSize(input.batchSizeAtMost, input.timeoutSeconds)
    : deriveBatchSize(input.batchSizeAtMost, jobsAtOnce);
  const batchesAtOnce = input.ordered ? jobsAtOnce : Math.floor(jobsAtOnce / batchSize);
  const functionTimeoutSeconds = deriveFunctionTimeoutSeconds(input, batchSize);
  const visibilitySeconds = input.visibilitySeconds ?? 6 * functionTimeoutSeconds + input.batchWindowSeconds;
  return {
    batchSize,
    batchWindowSeconds: input.batchWindowSeconds,
    maximumConcurrency: Math.max(LEAST_CONCURRENT_BATCHES, batchesAtOnce),
    functionTimeoutSeconds,
    visibilitySeconds,
    maxReceiveCount: input.maxReceiveCount ?? deriveMaxReceiveCount(input, batchSize, visibilitySeconds),
    retentionSeconds: input.retentionSeconds,
    recordLifetimeSeconds: input.retentionSeconds + DEAD_LETTER_RETENTION_SECONDS + DAY_SECONDS,
    alarms: deriveAlarms(input, jobsAtOnce),
  };
}

/** The largest of which whole batches fill most of the concurrency, and never more than it; at least two batches run. */
function deriveBatchSize(atMost: number, concurrency: number): number {
  let size = Math.min(atMost, Math.floor(concurrency / LEAST_CONCURRENT_BATCHES));
  while (size > 1 && Math.floor(concurrency / size) * size < LEAST_FILLED * concurrency) size -= 1;
  return Math.max(1, size);
}

/** The largest whose runs, one after the other, fit into a function's longest timeout. */
function deriveOrderedBatchSize(atMost: number, timeoutSeconds: number): number {
  const room = awsLimits.functionTimeoutSeconds.most - INVOCATION_MARGIN_SECONDS;
  return Math.max(1, Math.min(atMost, Math.floor(room / timeoutSeconds)));
}

/**
 * An ordered batch runs one after the other. Any other runs in parallel; where it can hold more than one job, a suspect
 * gets a second, lone run after it.
 */
function deriveFunctionTimeoutSeconds({ ordered, timeoutSeconds }: TimingInput, batchSize: number): number {
  const runs = ordered ? batchSize : Math.min(batchSize, 2);
  return Math.ceil(runs * timeoutSeconds) + INVOCATION_MARGIN_SECONDS;
}

/**
 * Receives that `maxReceiveCount` must leave beside a job's attempts. A poison message comes back `maxAttempts` + 1
 * times and once more to be parked, and at `maxReceiveCount` − 2 a job is dead-lettered in place of being hidden.
 */
export const RECEIVES_BESIDE_ATTEMPTS = 4;

/** A message of an ordered batch comes back, too, each time one that stands before it in its batch fails. */
export function leastReceives(
  batchSize: number,
  { ordered, maxAttempts }: Pick<TimingInput, 'ordered' | 'maxAttempts'>,
) {
  return (ordered ? batchSize : 1) * maxAttempts + RECEIVES_BESIDE_ATTEMPTS;
}

const LEAST_DERIVED_RECEIVES = 30;

/** Half the retention may be spent coming back; the native dead-lettering is a backstop only. */
function deriveMaxReceiveCount(input: TimingInput, batchSize: number, visibilitySeconds: number): number {
  const derived = Math.floor(input.retentionSeconds / 2 / visibilitySeconds);
  const least = Math.max(LEAST_DERIVED_RECEIVES, leastReceives(batchSize, input));
  return Math.min(awsLimits.maxReceiveCount.most, Math.max(least, derived));
}

/** Depth: what the consumers work off, or the rate lets through, in an hour. Age: an hour, and well inside the retention. */
function deriveAlarms(input: TimingInput, jobsAtOnce: number): AlarmThresholds {
  const { p95Seconds, ratePerSecond = Number.POSITIVE_INFINITY, retentionSeconds, alarms } = input;
  const hour = 3600;
  const workedOffInAnHour = Math.floor(Math.min(jobsAtOnce / p95Seconds, ratePerSecond) * hour);
  return {
    depth: alarms?.depth ?? Math.min(100_000, Math.max(1, workedOffInAnHour)),
    oldestAgeSeconds: alarms?.oldestAgeSeconds ?? Math.min(hour, Math.floor(retentionSeconds / 4)),
  };
}
