import {
  type DefinitionProblem,
  InvalidJobDefinitionError,
  InvalidWebhookDefinitionError,
} from './definition-errors.ts';
import type { JobDefinition } from './job-definition.ts';
import { jobName } from './job-name.ts';
import { jobStem } from './job-stem.ts';
import type { Owners } from './owners.ts';
import { isPlainObject } from './plain-object.ts';
import type { WebhookDefinition } from './webhook-definition.ts';

/** Everything that can be done: the jobs of an app, the teams that own them, the webhooks that ask for them. */
export interface Catalogue {
  readonly owners: Owners;
  readonly jobs: readonly JobDefinition[];
  /** What other companies' services send. Default none. */
  readonly webhooks?: readonly WebhookDefinition[];
}

export function defineCatalogue(catalogue: Catalogue): Catalogue {
  for (const [index, job] of catalogue.jobs.entries()) refuseUndefined(job, index);
  for (const job of catalogue.jobs) {
    const problems = [];
    if (catalogue.jobs.filter((other) => other.type === job.type).length > 1) {
      problems.push({ field: 'type', given: job.type, allowed: 'each type once in the catalogue' });
    }
    if (!Object.hasOwn(catalogue.owners, job.owner)) {
      const known = Object.keys(catalogue.owners).join(', ') || 'none yet';
      const where = `put it right in jobs/${jobStem(job.type)}.ts, or add it to jobs/owners.ts`;
      problems.push({ field: 'owner', given: job.owner, allowed: `must be a key of the owners (${known}): ${where}` });
    }
    if (problems.length > 0) throw new InvalidJobDefinitionError(job.type, problems);
  }
  for (const [index, webhook] of (catalogue.webhooks ?? []).entries()) checkWebhook(catalogue, webhook, index);
  return catalogue;
}

function checkWebhook({ jobs, webhooks = [] }: Catalogue, webhook: WebhookDefinition | undefined, index: number): void {
  // A file of plain JavaScript, or a cycle of imports, may give nothing, or its bare fields.
  if (!isPlainObject(webhook) || webhook.scheme === undefined) {
    const allowed = 'must be what defineWebhook returned: look at what its file exports';
    throw new InvalidWebhookDefinitionError('?', [{ field: `webhooks[${index}]`, given: webhook, allowed }]);
  }
  const problems: DefinitionProblem[] = webhook.jobs
    .filter((job) => !jobs.includes(job))
    .map(({ type }) => ({
      field: 'jobs',
      given: type,
      allowed: 'must be jobs of the catalogue: add it in jobs/index.ts',
    }));
  if (webhooks.filter((other) => other?.source === webhook.source).length > 1) {
    problems.push({ field: 'source', given: webhook.source, allowed: 'each source once in the catalogue' });
  }
  if (problems.length > 0) throw new InvalidWebhookDefinitionError(webhook.source, problems);
}

/** A file of plain JavaScript, or a cycle of imports, may give nothing for a job, or its bare fields. */
function refuseUndefined(given: unknown, index: number): void {
  if (isPlainObject(given) && given.timing !== undefined) return;
  const allowed = 'must be what defineJob returned: look at what its file exports';
  throw new InvalidJobDefinitionError(jobName(given), [{ field: `jobs[${index}]`, given, allowed }]);
}
