import type * as z from 'zod';
import { defaults } from './defaults.ts';
import { InvalidWebhookDefinitionError } from './definition-errors.ts';
import type { JobDefinition } from './job-definition.ts';
import { isPlainObject } from './plain-object.ts';
import type { WebhookDefinition, WebhookSpec } from './webhook-definition.ts';
import { brokenWebhookRules } from './webhook-rules.ts';

/**
 * Defines a webhook: which events of a provider become which jobs.
 * @throws InvalidWebhookDefinitionError with all broken rules at once.
 */
export function defineWebhook<
  const Source extends string,
  Events extends z.ZodType,
  const Jobs extends readonly [JobDefinition, ...JobDefinition[]],
>(spec: WebhookSpec<Source, Events, Jobs>): WebhookDefinition<Source, Events, Jobs> {
  const problems = brokenWebhookRules(spec);
  if (problems.length > 0) throw new InvalidWebhookDefinitionError(nameOf(spec), problems);
  const { source, signature, toleranceSeconds = defaults.toleranceSeconds, secret, events, jobs, job } = spec;
  return Object.freeze({ source, scheme: signature.scheme, toleranceSeconds, secret, events, jobs, job });
}

/** From plain JavaScript anything may come. */
function nameOf(spec: unknown): string {
  return isPlainObject(spec) && typeof spec.source === 'string' ? spec.source : '(without a source)';
}
