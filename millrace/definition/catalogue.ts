import { InvalidJobDefinitionError } from './definition-errors.ts';
import type { JobDefinition } from './job-definition.ts';
import type { Owners } from './owners.ts';

/** Everything that can be done: the jobs of an app and the teams that own them. */
export interface Catalogue {
  readonly owners: Owners;
  readonly jobs: readonly JobDefinition[];
}

export function defineCatalogue(catalogue: Catalogue): Catalogue {
  for (const job of catalogue.jobs) {
    const problems = [];
    if (catalogue.jobs.filter((other) => other.type === job.type).length > 1) {
      problems.push({ field: 'type', given: job.type, allowed: 'each type once in the catalogue' });
    }
    if (!Object.hasOwn(catalogue.owners, job.owner)) {
      const known = Object.keys(catalogue.owners).join(', ') || 'none yet';
      problems.push({ field: 'owner', given: job.owner, allowed: `a key of the owners (${known})` });
    }
    if (problems.length > 0) throw new InvalidJobDefinitionError(job.type, problems);
  }
  return catalogue;
}
