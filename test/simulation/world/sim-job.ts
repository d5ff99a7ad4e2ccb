import { defineJob, type JobDefinition, type JobSettings } from 'millrace';
import * as z from 'zod';
import type { Breaker, ReplayRule } from '../../../millrace/definition/job-definition.ts';
import { killCurrentWorker } from '../../../millrace/testing/world/life.ts';

/** What a job's work does, `times` times where that is told; then it succeeds. */
export const DEEDS = [
  'succeed',
  'slow',
  'throw',
  'retry-later',
  'not-yet',
  'permanent',
  'take-steps',
  'fail-between-steps',
  'act-at-most-once',
  'kill-its-host',
  'kill-its-host-in-parse',
  'outlive-the-margin',
  'freeze',
] as const;
export type Deed = (typeof DEEDS)[number];

const type = 'parcel.ship';

/** A consumer that merely parses this dies of it; a producer does not. */
const does = z.enum(DEEDS).refine((deed) => {
  if (deed === 'kill-its-host-in-parse') killCurrentWorker();
  return true;
});

const payloadV1 = z.object({ parcelId: z.string(), route: z.string(), does, times: z.int(), weightGrams: z.int() });
const payloadV2 = payloadV1.extend({ shelf: z.int() });

/** What a parcel's job has beside its payload. */
const confidential = z.object({ to: z.string() });

export interface SimPayload {
  readonly parcelId: string;
  /** Where jobs are ordered, they are so by this. */
  readonly route: string;
  readonly does: Deed;
  readonly times: number;
  readonly weightGrams: number;
}

/** The numbers that a schedule chooses. */
export interface SimSettings {
  readonly batchSize: number;
  readonly maxAttempts: number;
  /** Undefined: the derived one, which nothing reaches. */
  readonly maxReceiveCount: number | undefined;
  readonly replay: 'safe' | 'check-first';
  readonly isOrdered: boolean;
  /** Its jobs have confidential data, which every run reads. */
  readonly isConfidential: boolean;
  /** Undefined: the usual days. */
  readonly retentionSeconds: number | undefined;
  readonly expiresAfterSeconds: number | undefined;
  readonly ratePerSecond: number | undefined;
  readonly breaker: Breaker | undefined;
}

/** A message of a short retention comes back soon: its invocation's time, and a little more. */
const SHORT_VISIBILITY_SECONDS = 20;
/** With as many receives as fit into the retention. */
const WITHIN_RETENTION = { visibilitySeconds: SHORT_VISIBILITY_SECONDS, maxReceiveCount: 18 };

/** The job's two versions; the second adds a field. */
export interface SimJobs {
  readonly old: JobDefinition;
  readonly newest: JobDefinition;
}

const defined = new Map<string, SimJobs>();

/** Defining a job costs more than a schedule may: each is defined once. */
export function simJobs(settings: SimSettings): SimJobs {
  const name = JSON.stringify(settings);
  const jobs = defined.get(name) ?? define(settings);
  defined.set(name, jobs);
  return jobs;
}

function define(settings: SimSettings): SimJobs {
  const { batchSize, maxAttempts, maxReceiveCount, replay, isOrdered, isConfidential } = settings;
  const { retentionSeconds, expiresAfterSeconds, ratePerSecond, breaker } = settings;
  const numbers: JobSettings = {
    timeoutSeconds: 5,
    p95Seconds: 1,
    maxAttempts,
    backoff: { firstSeconds: 1, maxSeconds: 4 },
    concurrency: 3 * batchSize,
    batchSize,
    ...(maxReceiveCount === undefined ? {} : { maxReceiveCount }),
    ...(retentionSeconds === undefined ? {} : { retentionSeconds, ...WITHIN_RETENTION }),
    ...(expiresAfterSeconds === undefined ? {} : { expiresAfterSeconds }),
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    ...(breaker === undefined ? {} : { breaker }),
  };
  const rule: ReplayRule =
    replay === 'safe' ? { rule: 'safe' } : { rule: 'check-first', because: 'a parcel may have left' };
  const spec = {
    ...numbers,
    type,
    owner: 'logistics',
    idempotencyKey: 'parcelId',
    replay: rule,
    ...(isOrdered ? { orderedBy: 'route' as const } : {}),
    ...(isConfidential ? { confidential } : {}),
  } as const;
  return {
    old: defineJob({ ...spec, payload: payloadV1 }),
    newest: defineJob({
      ...spec,
      payload: payloadV2,
      version: 2,
      upgrades: [(payload) => ({ ...payload, shelf: 1 })],
    }),
  };
}
