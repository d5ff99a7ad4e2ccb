import type { JobDefinition } from '../../definition/job-definition.ts';
import { UsageError } from '../operator-error.ts';
import type { VerbCall } from './verb.ts';

/** One of the job's priorities from `--priority`. @throws UsageError where the job has no such one. */
export function readPriority({ type, priorities }: JobDefinition, options: VerbCall['options']): string | undefined {
  const { priority } = options;
  if (priority === undefined || priorities.includes(String(priority))) return priority && String(priority);
  const allowed =
    priorities.length === 0 ? `${type} has no priorities: leave it out` : `${priorities.join(', ')} are allowed`;
  throw new UsageError(`--priority: ${priority} given`, allowed);
}
