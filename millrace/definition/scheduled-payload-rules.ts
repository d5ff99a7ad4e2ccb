import type { DefinitionProblem } from './definition-errors.ts';
import { InvalidPayloadError } from './invalid-payload-error.ts';
import type { KeyedJob } from './parse-payload.ts';
import { isPlainObject } from './plain-object.ts';
import { fillSlot, SCHEDULER_KEYWORD, SLOT } from './slot.ts';
import { wirePayload } from './wire-payload.ts';

const TICK = '2026-01-31T03:00:00Z';
const NEXT_TICK = '2026-02-01T03:00:00Z';

/** Rules about what a job's schedules send; the job's schema and key have been found in order. */
export function brokenScheduledPayloads(
  job: KeyedJob,
  schedules: Readonly<Record<string, unknown>>,
): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const names = new Map<string, string>();
  for (const [name, schedule] of Object.entries(schedules)) {
    if (!isPlainObject(schedule)) continue;
    const found = keyAtTick(job, name, schedule.payload);
    if (typeof found !== 'string') {
      problems.push(...found);
      continue;
    }
    const other = names.get(found);
    if (other !== undefined) {
      const allowed = `makes the same key as schedules.${other} at the same instant: one job would be taken for a copy of the other`;
      problems.push({ field: `schedules.${name}.payload`, given: job.idempotencyKey, allowed });
    }
    names.set(found, name);
  }
  return problems;
}

/** The key of a tick's job, or what keeps it from being one. */
function keyAtTick(job: KeyedJob, name: string, payload: unknown): string | DefinitionProblem[] {
  const field = `schedules.${name}.payload`;
  try {
    const { key, data } = wirePayload(job, fillSlot(payload, TICK));
    if (JSON.stringify(data).includes(SCHEDULER_KEYWORD)) {
      const allowed = `must hold no ${SCHEDULER_KEYWORD}…>, which EventBridge Scheduler replaces; for the instant write ${SLOT}`;
      return [{ field, given: '(not shown)', allowed }];
    }
    if (wirePayload(job, fillSlot(payload, NEXT_TICK)).key !== key) return key;
    const allowed = `the key must hold ${SLOT} in one of its fields, or every tick is the same job and runs once`;
    return [{ field, given: job.idempotencyKey, allowed }];
  } catch (error) {
    if (!(error instanceof InvalidPayloadError)) throw error;
    return error.issues.map(({ path, message }) => ({
      field: path === '(payload)' ? field : `${field}.${path}`,
      given: '(not shown)',
      allowed: `with ${TICK} for ${SLOT}: ${message}`,
    }));
  }
}
