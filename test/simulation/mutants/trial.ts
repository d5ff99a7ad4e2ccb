import type { Edit } from './mutant.ts';

/** What a process is to try: told by its arguments. */
export interface Trial {
  readonly mutant?: { readonly path: string; readonly edits: readonly Edit[] };
  /** Schedules, at most: the first violation ends it. */
  readonly runs: number;
}

export function trialArguments(trial: Trial): string[] {
  return [JSON.stringify(trial)];
}

/** Of our own process: written above. */
export function readTrial(argv: readonly string[]): Trial {
  return JSON.parse(argv[2] ?? '{"runs":0}') as Trial;
}

/** What the process tells of each schedule. */
export interface TrialNews {
  readonly seed: number;
  /** The first invariant that it violates. */
  readonly violated?: string;
  readonly saw?: string;
}
