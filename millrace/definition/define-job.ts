import * as z from 'zod';
import { defaults } from './defaults.ts';
import { InvalidJobDefinitionError } from './definition-errors.ts';
import type { JobDefinition, JobSpec } from './job-definition.ts';
import { jobName } from './job-name.ts';
import { resolveSettings } from './resolve-settings.ts';
import { brokenRules } from './rules.ts';
import { schedulesOf } from './schedules-of.ts';

/**
 * Defines a job: everything else is made from what stands here.
 * @throws InvalidJobDefinitionError with all broken rules at once.
 */
export function defineJob<
  const Type extends string,
  Payload extends z.ZodObject,
  Result extends z.ZodType = z.ZodType<unknown>,
  Confidential extends z.ZodObject | undefined = undefined,
>(spec: JobSpec<Type, Payload, Result, Confidential>): JobDefinition<Type, Payload, Result, Confidential> {
  const problems = brokenRules(spec);
  if (problems.length > 0) throw new InvalidJobDefinitionError(jobName(spec), problems);
  return Object.freeze({
    type: spec.type,
    owner: spec.owner,
    version: spec.version ?? defaults.version,
    upgrades: spec.upgrades ?? [],
    payload: spec.payload,
    // Where the field is left out its type parameter is `undefined`: the cast states that.
    confidential: spec.confidential as Confidential,
    // Without a schema of its own a result is any JSON: the cast states what the default type parameter says.
    result: spec.result ?? (z.unknown() as unknown as Result),
    idempotencyKey: typeof spec.idempotencyKey === 'string' ? [spec.idempotencyKey] : spec.idempotencyKey,
    replay: spec.replay,
    schedules: schedulesOf(spec),
    ...resolveSettings(spec),
  });
}
