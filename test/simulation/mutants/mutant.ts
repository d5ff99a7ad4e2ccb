/** A part of a file's text, and what stands there instead. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A protocol's file with one mistake in it. */
export interface Mutant {
  /** From the project's root. */
  readonly file: string;
  readonly line: number;
  /** Name of the operator that made it. */
  readonly operator: string;
  /** The function, or the constant, that it is in. */
  readonly within: string;
  /** In one line: what stands there, and what would. */
  readonly before: string;
  readonly after: string;
  /** Where the mistake is: what is never reached can't be noticed. */
  readonly at: number;
  /** In a module's own code, which runs once, when it is loaded. */
  readonly isOfModule: boolean;
  readonly edits: readonly Edit[];
}

export function mutatedText(text: string, edits: readonly Edit[]): string {
  const backwards = [...edits].sort((a, b) => b.start - a.start);
  return backwards.reduce((sum, edit) => sum.slice(0, edit.start) + edit.text + sum.slice(edit.end), text);
}

/** The same for as long as the mistake is the same, wherever its lines move to. */
export function mutantKey({
  file,
  within,
  operator,
  before,
  after,
}: Pick<Mutant, 'file' | 'within' | 'operator' | 'before' | 'after'>): string {
  return `${file} | ${within} | ${operator} | ${before} | ${after}`;
}
