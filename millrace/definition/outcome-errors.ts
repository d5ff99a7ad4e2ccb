/** On the errors below. From the registry: with two copies of the library installed, each knows the other's. */
export const OUTCOME: unique symbol = Symbol.for('millrace.outcome');

/** Thrown by a handler: this job will never succeed; it is dead-lettered at once with this message. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
  readonly [OUTCOME] = 'permanent';
}

/** Thrown by a handler: the attempt failed; try again in `seconds` (a provider's Retry-After, for one). */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
  readonly [OUTCOME] = 'retry-later';
  readonly seconds: number;
  constructor(message: string, seconds: number, options?: ErrorOptions) {
    super(message, options);
    this.seconds = seconds;
  }
}

/** Thrown by a handler: the job is not due yet; it waits at least `seconds` and the attempt is not counted. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
  readonly [OUTCOME] = 'not-yet';
  readonly seconds: number;
  constructor(message: string, seconds: number, options?: ErrorOptions) {
    super(message, options);
    this.seconds = seconds;
  }
}

/** What a handler said by one of these errors. */
export type SaidOutcome =
  | { readonly kind: 'permanent' }
  | { readonly kind: 'retry-later' | 'not-yet'; readonly seconds: number };

export function saidOutcome(thrown: unknown): SaidOutcome | undefined {
  if (!(thrown instanceof Error && OUTCOME in thrown)) return undefined;
  // Whoever bears the mark is one of the three.
  const { [OUTCOME]: kind, seconds = Number.NaN } = thrown as Error & {
    [OUTCOME]: SaidOutcome['kind'];
    seconds?: number;
  };
  return kind === 'permanent' ? { kind } : { kind, seconds };
}
