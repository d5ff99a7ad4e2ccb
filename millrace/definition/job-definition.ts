import type * as z from 'zod';
import type { Schedule, ScheduleSpec } from './schedule.ts';
import type { Timing } from './timing.ts';

/** Turns a payload of version n, as it came off the wire, into one of version n + 1. */
export type Upgrade = (payload: Record<string, unknown>) => Record<string, unknown>;

/** May a dead job be run again? `safe`: yes. `check-first`: a person looks first, for the reason given. */
export type ReplayRule = { readonly rule: 'safe' } | { readonly rule: 'check-first'; readonly because: string };

export interface Backoff {
  /** Upper bound of the first wait; doubles with each attempt. */
  readonly firstSeconds: number;
  /** Ceiling of every wait. */
  readonly maxSeconds: number;
}

/** Holds a job's runs back while what they call is down: deliveries wait, and no attempt is spent. */
export interface Breaker {
  /** Failed attempts, over all consumers, at which it opens. `NotYetError`, `PermanentError` and refused results are none. */
  readonly failures: number;
  /** They are counted in stretches of this length, one after the other. */
  readonly withinSeconds: number;
  /** How long it stays open before one run tests it, and how long after that all runs are let through again. */
  readonly openSeconds: number;
}

/** Thresholds that replace the derived ones. */
export interface AlarmThresholds {
  /** Messages waiting, at and above which the depth alarm goes off. Default: 80 % of `maxDepth`. */
  readonly depth: number;
  /** Age of the oldest waiting message, at and above which the age alarm goes off. */
  readonly oldestAgeSeconds: number;
}

type FieldOf<Payload extends z.ZodObject> = keyof z.output<Payload> & string;

/** A job's numbers: every one has a default or is derived. */
export interface JobSettings {
  /** Measured 95th percentile of one job's processing time. Default 1, shown as unmeasured. */
  readonly p95Seconds?: number;
  /** One run's own limit. Default 3 × `p95Seconds`, at least 5. */
  readonly timeoutSeconds?: number;
  /** Memory of the job's function. Default 512. */
  readonly memoryMb?: number;
  /** Runs that reached the handler, the first included. Default 3. */
  readonly maxAttempts?: number;
  /** Exponential, with full jitter. Default 10 s doubling to at most 900 s. */
  readonly backoff?: Partial<Backoff>;
  /** Jobs at once over all consumers, at least 2. Default 20. */
  readonly concurrency?: number;
  /** Upper bound of the derived batch size. Default 10. */
  readonly batchSize?: number;
  /** How long the event source may wait to fill a batch. Default 0. */
  readonly batchWindowSeconds?: number;
  /**
   * Runs a second over all consumers, at most; from one a minute, and whole over 1 to 60 s: `2.5`, `1 / 3`.
   * A ceiling, not a schedule: what is beyond it waits 30 s or longer, at no cost to its attempts. Default: none.
   */
  readonly ratePerSecond?: number;
  /** Default: none. */
  readonly breaker?: Breaker;
  /** Longest acceptable wait of a job in its queue; `maxDepth` and the alarms on depth and age follow from it. Default 3600, or a quarter of the retention where that is less. */
  readonly maxWaitSeconds?: number;
  /**
   * Messages that a queue of the job may hold, in flight and delayed ones included: beyond, producers get `QueueFullError`
   * and the API answers 429. Default: what is worked off in `maxWaitSeconds`, at most 100,000.
   */
  readonly maxDepth?: number;
  /** A job older than this is dropped unrun, and recorded so. Default: never. */
  readonly expiresAfterSeconds?: number;
  /** Retention of the source queue; its dead-letter queue keeps 14 days. Default 7 days. */
  readonly retentionSeconds?: number;
  /** Replaces the derived visibility timeout of the queue. */
  readonly visibilitySeconds?: number;
  /** Replaces the derived `maxReceiveCount` of the redrive policy. */
  readonly maxReceiveCount?: number;
  /** Replaces derived alarm thresholds. */
  readonly alarms?: Partial<AlarmThresholds>;
}

/** What a team writes about a job: plain data, one file a job. Every field with a default is optional. */
export interface JobSpec<
  Type extends string,
  Payload extends z.ZodObject,
  Result extends z.ZodType,
  Confidential extends z.ZodObject | undefined = z.ZodObject | undefined,
> extends JobSettings {
  /** `noun.verb`, lower case; prefix of the job's ids, queues and records. */
  readonly type: Type;
  /** Key into the owners: the team, and where its alarms go. */
  readonly owner: string;
  /** Version of the payload schema, from 1. Default 1. */
  readonly version?: number;
  /** One step for each version before this one: step n turns version n into n + 1. Default none. */
  readonly upgrades?: readonly Upgrade[];
  /** A zod object of reference ids: never secrets, personal data or texts. */
  readonly payload: Payload;
  /**
   * A zod object of what the job needs and must not be on a queue: personal data, texts, one-time secrets. It is kept
   * encrypted beside the record, at most 256 KiB as JSON, and erased once the job is over. Default: none.
   */
  readonly confidential?: Confidential;
  /** Schema of what the handler returns, guarded like the payload. Default: any JSON. */
  readonly result?: Result;
  /**
   * The payload field, or fields, that name this job. The same key within the record's lifetime is the same job:
   * it is not run again and gets the stored result.
   */
  readonly idempotencyKey: FieldOf<Payload> | readonly [FieldOf<Payload>, ...FieldOf<Payload>[]];
  /** The payload field whose jobs run one after the other, in the order they were sent (a FIFO queue). Default none. */
  readonly orderedBy?: FieldOf<Payload>;
  /** The payload field, a tenant's id for instance, of which no value may crowd out the others. Default none. */
  readonly fairBy?: FieldOf<Payload>;
  /** Two to five names, the most urgent first: a queue for each, and an equal part of `concurrency`. Default: one queue. */
  readonly priorities?: readonly [string, string, ...string[]];
  /** By name: when the job is sent by itself; not with `orderedBy`, nor with `confidential`. Default none. */
  readonly schedules?: Readonly<Record<string, ScheduleSpec<Payload>>>;
  readonly replay: ReplayRule;
}

/** A job as the library uses it: every default filled in, every derived number worked out. */
export interface JobDefinition<
  Type extends string = string,
  Payload extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
  Confidential extends z.ZodObject | undefined = z.ZodObject | undefined,
> {
  readonly type: Type;
  readonly owner: string;
  readonly version: number;
  readonly upgrades: readonly Upgrade[];
  readonly payload: Payload;
  readonly confidential: Confidential;
  readonly result: Result;
  readonly idempotencyKey: readonly string[];
  readonly orderedBy: string | undefined;
  readonly fairBy: string | undefined;
  /** The most urgent first; empty where the job has one queue. */
  readonly priorities: readonly string[];
  readonly schedules: readonly Schedule[];
  readonly p95Seconds: number;
  /** False while `p95Seconds` is the default. */
  readonly p95Measured: boolean;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly maxAttempts: number;
  readonly backoff: Backoff;
  readonly concurrency: number;
  readonly batchWindowSeconds: number;
  readonly ratePerSecond: number | undefined;
  readonly breaker: Breaker | undefined;
  readonly maxWaitSeconds: number;
  readonly expiresAfterSeconds: number | undefined;
  readonly retentionSeconds: number;
  readonly replay: ReplayRule;
  readonly timing: Timing;
}

/** What a producer gives. */
export type PayloadInput<Job extends JobDefinition> = z.input<Job['payload']>;
/** What a handler gets. */
export type PayloadOutput<Job extends Pick<JobDefinition, 'payload'>> = z.output<Job['payload']>;
/** What a handler may return. */
export type ResultInput<Job extends JobDefinition> = z.input<Job['result']>;
/** What a duplicate is answered with. */
export type ResultOutput<Job extends JobDefinition> = z.output<Job['result']>;
/** What a producer gives beside the payload. */
export type ConfidentialInput<Job extends JobDefinition> = z.input<NonNullable<Job['confidential']>>;
/** What a handler gets by `job.confidential()`. */
export type ConfidentialOutput<Job extends JobDefinition> = z.output<NonNullable<Job['confidential']>>;
