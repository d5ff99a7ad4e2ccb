import type { Catalogue } from '../../definition/catalogue.ts';
import type { JobDefinition } from '../../definition/job-definition.ts';
import { nearestName } from '../../definition/nearest-name.ts';
import { OperatorError } from '../operator-error.ts';

/** @throws OperatorError that lists the known types. */
export function knownJob({ jobs }: Catalogue, type: string): JobDefinition {
  const job = jobs.find((candidate) => candidate.type === type);
  if (job) return job;
  const types = jobs.map((candidate) => candidate.type);
  const nearest = nearestName(type, types);
  throw new OperatorError(
    `there is no job ${type}${nearest ? `; did you mean ${nearest}?` : ''}`,
    types.length > 0 ? `the jobs of jobs/index.ts: ${types.join(', ')}` : 'jobs/index.ts lists no job yet: add one',
  );
}
