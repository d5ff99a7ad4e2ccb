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
    super(`job ${job}: ${describe(problems)}`);
    this.job = job;
    this.problems = problems;
  }
}

/** A webhook file that breaks rules: all of them at once. */
export class InvalidWebhookDefinitionError extends Error {
  override readonly name = 'InvalidWebhookDefinitionError';
  readonly source: string;
  readonly problems: readonly DefinitionProblem[];
  constructor(source: string, problems: readonly DefinitionProblem[]) {
    super(`webhook ${source}: ${describe(problems)}`);
    this.source = source;
    this.problems = problems;
  }
}

function describe(problems: readonly DefinitionProblem[]): string {
  const lines = problems.map(({ field, given, allowed }) => `  ${field}: ${show(given)} given; ${allowed}`);
  return `${problems.length} broken ${problems.length === 1 ? 'rule' : 'rules'}\n${lines.join('\n')}`;
}

const CHARACTERS_SHOWN = 80;

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return 'a function';
  // JSON writes NaN as null and can't write the others.
  const isPlain = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'symbol';
  const text = isPlain ? String(value) : asJson(value);
  return text.length > CHARACTERS_SHOWN ? `${text.slice(0, CHARACTERS_SHOWN)}…` : text;
}

function asJson(value: unknown): string {
  try {
    return String(JSON.stringify(value));
  } catch {
    return 'something that is no JSON';
  }
}
