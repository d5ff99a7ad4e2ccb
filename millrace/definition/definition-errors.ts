/** One broken rule: where, what was given, what is allowed. */
export interface DefinitionProblem {
  readonly field: string;
  readonly given: unknown;
  readonly allowed: string;
}

/** A job file that breaks rules: all of them at once. */
export class InvalidJobDefinitionError extends Error {
  override readonly name = 'InvalidJobDefinitionError';
  readonly job: string;
  readonly problems: readonly DefinitionProblem[];
  constructor(job: string, problems: readonly DefinitionProblem[]) {
    const lines = problems.map(({ field, given, allowed }) => `  ${field}: ${show(given)} given; ${allowed}`);
    super(`job ${job}: ${problems.length} broken ${problems.length === 1 ? 'rule' : 'rules'}\n${lines.join('\n')}`);
    this.job = job;
    this.problems = problems;
  }
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
}
