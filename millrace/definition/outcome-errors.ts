/** Thrown by a handler: this job will never succeed; it is dead-lettered at once with this message. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** Thrown by a handler: the attempt failed; try again in `seconds` (a provider's Retry-After, for one). */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
  readonly seconds: number;
  constructor(message: string, seconds: number, options?: ErrorOptions) {
    super(message, options);
    this.seconds = seconds;
  }
}

/** Thrown by a handler: the job is not due yet; it waits at least `seconds` and the attempt is not counted. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
  readonly seconds: number;
  constructor(message: string, seconds: number, options?: ErrorOptions) {
    super(message, options);
    this.seconds = seconds;
  }
}
