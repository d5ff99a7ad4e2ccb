import * as z from 'zod';
import { defaults } from './defaults.ts';
import { InvalidJobDefinitionError } from './definition-errors.ts';
import type { JobDefinition, JobSpec } from './job-definition.ts';
import { brokenRules } from './rules.ts';
import { deriveTiming } from './timing.ts';

/**
 * Defines a job: everything else is made from what stands here.
 * @throws InvalidJobDefinitionError with all broken rules at once.
 */
export function defineJob<
  const Type extends string,
  Payload extends z.ZodObject,
  Result extends z.ZodType = z.ZodType<unknown>,
>(spec: JobSpec<Type, Payload, Result>): JobDefinition<Type, Payload, Result> {
  const job = resolve(spec);
  const problems = brokenRules(spec, job);
  if (problems.length > 0) throw new InvalidJobDefinitionError(String(spec.type), problems);
  return Object.freeze(job);
}

function resolve<Type extends string, Payload extends z.ZodObject, Result extends z.ZodType>(
  spec: JobSpec<Type, Payload, Result>,
): JobDefinition<Type, Payload, Result> {
  const p95Seconds = spec.p95Seconds ?? defaults.p95Seconds;
  const timeoutSeconds =
    spec.timeoutSeconds ?? Math.max(defaults.timeoutSecondsAtLeast, Math.ceil(defaults.timeoutFactor * p95Seconds));
  const concurrency = spec.concurrency ?? defaults.concurrency;
  const batchWindowSeconds = spec.batchWindowSeconds ?? defaults.batchWindowSeconds;
  const retentionSeconds = spec.retentionSeconds ?? defaults.retentionSeconds;
  return {
    type: spec.type,
    owner: spec.owner,
    version: spec.version ?? defaults.version,
    upgrades: spec.upgrades ?? [],
    payload: spec.payload,
    // Without a schema of its own a result is any JSON: the cast states what the default type parameter says.
    result: spec.result ?? (z.unknown() as unknown as Result),
    idempotencyKey: typeof spec.idempotencyKey === 'string' ? [spec.idempotencyKey] : spec.idempotencyKey,
    p95Seconds,
    p95Measured: spec.p95Seconds !== undefined,
    timeoutSeconds,
    memoryMb: spec.memoryMb ?? defaults.memoryMb,
    maxAttempts: spec.maxAttempts ?? defaults.maxAttempts,
    backoff: { ...defaults.backoff, ...spec.backoff },
    concurrency,
    batchWindowSeconds,
    expiresAfterSeconds: spec.expiresAfterSeconds,
    retentionSeconds,
    replay: spec.replay,
    timing: deriveTiming({
      p95Seconds,
      timeoutSeconds,
      concurrency,
      batchSizeAtMost: spec.batchSize ?? defaults.batchSize,
      batchWindowSeconds,
      retentionSeconds,
      visibilitySeconds: spec.visibilitySeconds,
      maxReceiveCount: spec.maxReceiveCount,
      alarms: spec.alarms,
    }),
  };
}
