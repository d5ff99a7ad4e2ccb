import type { Breaker, JobDefinition } from '../definition/job-definition.ts';
import type { ConsumerPorts } from './invocation.ts';

/** One batch of a job, before its breaker and its rate. */
export interface GateContext {
  readonly job: JobDefinition;
  readonly ports: ConsumerPorts;
  readonly requestId: string;
  /** When this invocation ends, and with it every run of the batch. */
  readonly deadlineMs: number;
  /** Messages in the batch. */
  readonly size: number;
}

/** The same of a job with a breaker. */
export interface BreakerContext extends GateContext {
  readonly job: JobDefinition & { readonly breaker: Breaker };
}

export function hasBreaker(context: GateContext): context is BreakerContext {
  return context.job.breaker !== undefined;
}
