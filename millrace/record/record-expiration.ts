import type { JobDefinition } from '../definition/job-definition.ts';

/** When the record of a job that is due at `dueMs` may be forgotten, in epoch seconds. */
export function recordExpiration({ timing }: Pick<JobDefinition, 'timing'>, dueMs: number): number {
  return Math.floor(dueMs / 1000) + timing.recordLifetimeSeconds;
}
