import type * as z from 'zod';
import type { DefinitionProblem } from './definition-errors.ts';
import type { AlarmThresholds, Backoff, Breaker, JobSpec } from './job-definition.ts';
import { nearestName } from './nearest-name.ts';
import { isPlainObject } from './plain-object.ts';
import type { ScheduleSpec } from './schedule.ts';

/** Names every field of a shape: one that is forgotten does not compile. */
export type Known<Shape> = Record<keyof Shape, true>;

const specFields: Known<JobSpec<string, z.ZodObject, z.ZodType>> = {
  ...{ type: true, owner: true, version: true, upgrades: true, payload: true, result: true, idempotencyKey: true },
  ...{ orderedBy: true, fairBy: true, priorities: true, schedules: true },
  confidential: true,
  ...{ p95Seconds: true, timeoutSeconds: true, memoryMb: true, maxAttempts: true, backoff: true, concurrency: true },
  ...{ batchSize: true, batchWindowSeconds: true, expiresAfterSeconds: true, retentionSeconds: true },
  ...{ ratePerSecond: true, breaker: true, maxWaitSeconds: true, maxDepth: true },
  ...{ visibilitySeconds: true, maxReceiveCount: true, alarms: true, replay: true },
};
const backoffFields: Known<Backoff> = { firstSeconds: true, maxSeconds: true };
const breakerFields: Known<Breaker> = { failures: true, withinSeconds: true, openSeconds: true };
const alarmFields: Known<AlarmThresholds> = { depth: true, oldestAgeSeconds: true };
const scheduleFields: Known<ScheduleSpec<z.ZodObject>> = {
  ...{ cron: true, timeZone: true, rate: true, payload: true, priority: true },
};
const replayFields: Record<'rule' | 'because', true> = { rule: true, because: true };

/** Fields that no one reads: a typo must not be ignored in silence. */
export function unknownFields(spec: Readonly<Record<string, unknown>>): DefinitionProblem[] {
  return [
    ...unknownIn(spec, specFields, ''),
    ...unknownIn(spec.backoff, backoffFields, 'backoff.'),
    ...unknownIn(spec.breaker, breakerFields, 'breaker.'),
    ...unknownIn(spec.alarms, alarmFields, 'alarms.'),
    ...unknownIn(spec.replay, replayFields, 'replay.'),
    ...Object.entries(isPlainObject(spec.schedules) ? spec.schedules : {}).flatMap(([name, schedule]) =>
      unknownIn(schedule, scheduleFields, `schedules.${name}.`),
    ),
  ];
}

export function unknownIn(given: unknown, known: Readonly<Record<string, true>>, prefix: string): DefinitionProblem[] {
  if (!isPlainObject(given)) return [];
  const names = Object.keys(known);
  return Object.keys(given)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => {
      const nearest = nearestName(name, names);
      const hint = nearest === undefined ? `the fields are ${names.join(', ')}` : `did you mean ${prefix}${nearest}?`;
      return { field: `${prefix}${name}`, given: given[name], allowed: `no such field; ${hint}` };
    });
}
