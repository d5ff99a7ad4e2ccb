export { allow } from './allow.ts';
export type { Catalogue } from './catalogue.ts';
export { defineCatalogue } from './catalogue.ts';
export { defineJob } from './define-job.ts';
export { defineWebhook } from './define-webhook.ts';
export type { DefinitionProblem } from './definition-errors.ts';
export { InvalidJobDefinitionError, InvalidWebhookDefinitionError } from './definition-errors.ts';
export type { PayloadIssue } from './invalid-payload-error.ts';
export { InvalidPayloadError } from './invalid-payload-error.ts';
export type {
  AlarmThresholds,
  Backoff,
  Breaker,
  ConfidentialInput,
  ConfidentialOutput,
  JobDefinition,
  JobSettings,
  JobSpec,
  PayloadInput,
  PayloadOutput,
  ReplayRule,
  ResultInput,
  ResultOutput,
  Upgrade,
} from './job-definition.ts';
export { NotYetError, PermanentError, RetryLaterError } from './outcome-errors.ts';
export type { Owner, Owners } from './owners.ts';
export type { Schedule, ScheduleSpec } from './schedule.ts';
export type {
  SignatureScheme,
  WebhookDefinition,
  WebhookEvent,
  WebhookJob,
  WebhookSpec,
} from './webhook-definition.ts';
