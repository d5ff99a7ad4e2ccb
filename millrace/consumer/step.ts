/** What the work of a step gets. */
export interface StepTools {
  /** The same in every run and every cycle of this job: hand it to the provider as its idempotency key. */
  readonly effectKey: string;
  /** The run's: pass it on to everything that waits. */
  readonly signal: AbortSignal;
}

/** What `reconcile` gets: an effect that began, and of which no end is known. */
export interface UnfinishedStep extends StepTools {
  /** When the work was last called. */
  readonly startedAt: Date;
}

/** What the provider says of an effect: it happened, it did not, or it can't tell. */
export type Reconciled<Result> =
  | { readonly done: true; readonly result: Result }
  | { readonly done: false }
  | { readonly done: 'unknown' };

/** For an effect that must not happen twice, and whose provider does not see to that by a key. */
export interface AtMostOnce<Result> {
  readonly atMostOnce: true;
  /** So long after its start a request may still take effect at the provider, answered or not. */
  readonly longestRequestSeconds: number;
  /**
   * Asks the provider whether an effect happened that began and has no known end. Without it, or where the provider
   * can't tell, the job dies as `outcome-unknown`, for a person. What it throws is a failed attempt.
   */
  readonly reconcile?: (unfinished: UnfinishedStep) => Promise<Reconciled<Result>> | Reconciled<Result>;
}

/**
 * Does a part of a job and stores its result, as JSON of at most 256 KiB: a later run of the job gets the stored
 * result and does not do that part again. `name` is unique within the job and stays the same from deploy to deploy.
 * What the work throws is thrown on. A `PermanentError` from the work of an `atMostOnce` step says that the provider
 * refused, so that nothing happened.
 */
export type Step = <Result>(
  name: string,
  work: (tools: StepTools) => Promise<Result> | Result,
  options?: AtMostOnce<Result>,
) => Promise<Result>;
