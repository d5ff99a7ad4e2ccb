import type { PayloadIssue } from '../definition/invalid-payload-error.ts';

/** The handler returned what can't be stored as its result: too large, not JSON, refused by schema or guard. */
export class ResultRefusedError extends Error {
  override readonly name = 'ResultRefusedError';
  readonly issues: readonly PayloadIssue[];
  constructor(issues: readonly PayloadIssue[]) {
    super(`result refused: ${issues.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
    this.issues = issues;
  }
}
