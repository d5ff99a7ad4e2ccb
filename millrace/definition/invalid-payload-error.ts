/** Where a payload is wrong and why. Never holds a value: it may be secret. */
export interface PayloadIssue {
  /** Dotted path inside the payload, `(payload)` for the whole. */
  readonly path: string;
  readonly message: string;
}

/** A payload that its job's schema, key or guard refuses. Carries paths and reasons, never values. */
export class InvalidPayloadError extends Error {
  override readonly name = 'InvalidPayloadError';
  readonly jobType: string;
  readonly issues: readonly PayloadIssue[];
  constructor(jobType: string, issues: readonly PayloadIssue[]) {
    super(`${jobType}: payload refused\n${issues.map(({ path, message }) => `  ${path}: ${message}`).join('\n')}`);
    this.jobType = jobType;
    this.issues = issues;
  }
}
