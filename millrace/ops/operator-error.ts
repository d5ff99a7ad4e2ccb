/** What a person can put right: the message says what is wrong, the next step what to do about it. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  readonly nextStep: string;
  constructor(message: string, nextStep: string, options?: ErrorOptions) {
    super(message, options);
    this.nextStep = nextStep;
  }
}

/** The command itself is wrong: an unknown verb or option, a missing or unusable value. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError';
}

/** Stopped by Ctrl-C before anything was done. */
export class StoppedError extends OperatorError {
  override readonly name = 'StoppedError';
}
