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
  readonly maxWaitSeconds: number;
  readonly maxDepth?: number | undefined;
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
  /** Messages that each queue may hold before producers are refused. */
  readonly maxDepth: number;
  /** What is worked off of each queue, or let through by the rate, at its declared p95. */
  readonly drainPerSecond: number;
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
  const drainPerSecond = Math.min(jobsAtOnce / input.p95Seconds, input.ratePerSecond ?? Number.POSITIVE_INFINITY);
  const maxDepth = input.maxDepth ?? deriveMaxDepth(drainPerSecond, input.maxWaitSeconds);
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
    maxDepth,
    drainPerSecond,
    alarms: deriveAlarms(input, maxDepth),
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

/** SQS hands out no more where about 120,000 messages are in flight, and a backlog of that size is no queue any more. */
const LARGEST_DEPTH = 100_000;

function deriveMaxDepth(drainPerSecond: number, maxWaitSeconds: number): number {
  return Math.min(LARGEST_DEPTH, Math.max(1, Math.floor(drainPerSecond * maxWaitSeconds)));
}

/** A queue that was full takes jobs again from this part of its `maxDepth` on; near it, its owner is told. */
export const NEARLY_FULL = 0.8;

/** Depth: before producers are refused. Age: the longest acceptable wait, and well inside the retention. */
function deriveAlarms({ maxWaitSeconds, retentionSeconds, alarms }: TimingInput, maxDepth: number): AlarmThresholds {
  return {
    depth: alarms?.depth ?? Math.max(1, Math.floor(NEARLY_FULL * maxDepth)),
    oldestAgeSeconds: alarms?.oldestAgeSeconds ?? Math.min(maxWaitSeconds, Math.floor(retentionSeconds / 4)),
  };
}
