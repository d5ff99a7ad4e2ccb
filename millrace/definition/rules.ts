import type { DefinitionProblem } from './definition-errors.ts';
import { brokenIdentity } from './identity-rules.ts';
import type { JobSettings } from './job-definition.ts';
import { unknownFields } from './known-fields.ts';
import type { KeyedJob } from './parse-payload.ts';
import { isPlainObject } from './plain-object.ts';
import { brokenQueues, queueing } from './queue-rules.ts';
import { brokenRanges } from './range-rules.ts';
import { resolveSettings } from './resolve-settings.ts';
import { brokenSchedules } from './schedule-rules.ts';
import { brokenScheduledPayloads } from './scheduled-payload-rules.ts';
import { brokenSchemas } from './schema-rules.ts';
import { brokenTiming } from './timing-rules.ts';

const NOT_AN_OBJECT = 'must be an object with type, owner, payload, idempotencyKey and replay';

/** Every rule that a job breaks, with what was given and what is allowed. */
export function brokenRules(given: unknown): DefinitionProblem[] {
  if (!isPlainObject(given)) return [{ field: 'definition', given, allowed: NOT_AN_OBJECT }];
  const spec: Readonly<Record<string, unknown>> = { ...given };
  const ranges = brokenRanges(spec);
  const identity = brokenIdentity(spec);
  const schemas = brokenSchemas(spec);
  return [
    ...unknownFields(spec),
    ...identity,
    ...schemas,
    ...brokenQueues(spec),
    ...brokenSchedules(spec),
    ...(identity.length + schemas.length > 0 ? [] : brokenScheduledPayloads(keyed(spec), scheduled(spec))),
    ...ranges,
    // Numbers are weighed against each other only where each is a number: brokenRanges has seen to the cast.
    ...(ranges.length > 0 ? [] : brokenTiming(resolveSettings({ ...(spec as JobSettings), ...queueing(spec) }))),
  ];
}

/** Type, schema and key have been seen to be ones. */
function keyed({ type, payload, idempotencyKey }: Readonly<Record<string, unknown>>): KeyedJob {
  const fields = typeof idempotencyKey === 'string' ? [idempotencyKey] : idempotencyKey;
  return { type, payload, idempotencyKey: fields } as KeyedJob;
}

function scheduled({ schedules }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isPlainObject(schedules) ? schedules : {};
}
