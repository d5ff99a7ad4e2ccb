import type * as z from 'zod';
import type { ConfidentialOption } from './confidential-option.ts';
import type { JobDefinition, PayloadInput } from './job-definition.ts';

/** How a provider signs: Stripe the time and the body, GitHub the body alone. */
export type SignatureScheme = 'stripe' | 'github';

/** An event whose signature was right. */
export interface WebhookEvent<Body> {
  /** `<source>:` and what names the event within what is signed: Stripe's id, or a hash of GitHub's body, which has none. */
  readonly id: string;
  /** Stripe's `type`. GitHub's comes in a header that nobody signs: let the body say what it is about, too. */
  readonly type: string;
  /** As the schema reads it. */
  readonly body: Body;
}

/** A job that an event asks for, with its confidential data where it has some. */
export type WebhookJob<Job extends JobDefinition> = Job extends JobDefinition
  ? { readonly job: Job; readonly payload: PayloadInput<Job> } & ConfidentialOption<Job>
  : never;

/** What a team writes about the events of a provider: plain data, one file a source. */
export interface WebhookSpec<
  Source extends string,
  Events extends z.ZodType,
  Jobs extends readonly [JobDefinition, ...JobDefinition[]],
> {
  /** The last part of its address, `/webhooks/<source>`, and the beginning of its events' ids. */
  readonly source: Source;
  readonly signature: { readonly scheme: SignatureScheme };
  /** Age at which a signed request is refused, where the scheme signs a time. Default 300. */
  readonly toleranceSeconds?: number;
  /** Name, in Secrets Manager, of the secret that the provider signs with; `{stage}` in it is the stage's name. */
  readonly secret: string;
  /** Schema of the body of every event that the provider is asked to send; what it does not name is left out. */
  readonly events: Events;
  /** The jobs that it may enqueue, and no others. */
  readonly jobs: Jobs;
  /** The job that an event asks for; nothing where nobody wants it. The event's `id` belongs into the job's key. */
  readonly job: (event: WebhookEvent<z.output<Events>>) => WebhookJob<Jobs[number]> | undefined;
}

/** A webhook as the library uses it. */
export interface WebhookDefinition<
  Source extends string = string,
  Events extends z.ZodType = z.ZodType,
  Jobs extends readonly JobDefinition[] = readonly JobDefinition[],
> {
  readonly source: Source;
  readonly scheme: SignatureScheme;
  readonly toleranceSeconds: number;
  readonly secret: string;
  readonly events: Events;
  readonly jobs: Jobs;
  // A method, so that a webhook of certain events is a webhook.
  job(event: WebhookEvent<z.output<Events>>): WebhookJob<Jobs[number]> | undefined;
}
