import { availableParallelism } from 'node:os';
import type { Mutant } from './mutant.ts';
import { findReached, isReached } from './reached.ts';
import { runMutant, type Verdict } from './run-mutant.ts';

const MOST_AT_ONCE = 2;

export interface Tried {
  /** Place in the list of all mutants, from 1. */
  readonly number: number;
  readonly mutant: Mutant;
  readonly verdict: Verdict;
}

export interface NumberedMutant {
  readonly number: number;
  readonly mutant: Mutant;
}

/** Tries each mutant on its own, two at a time. @throws where the code as it is violates something. */
export async function runMutants(
  mutants: readonly NumberedMutant[],
  runs: number,
  progress: (tried: readonly Tried[]) => void,
): Promise<readonly Tried[]> {
  const { ranges, violations } = await findReached(runs);
  if (violations.length > 0) throw new Error(`the code as it is violates ${violations[0]}: no mutant can be judged`);
  const left = [...mutants];
  const tried: Tried[] = [];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { mutant } = next;
      const verdict: Verdict = isReached(ranges, mutant) ? await runMutant(mutant, runs) : { kind: 'not-reached' };
      tried.push({ ...next, verdict });
      progress(tried);
    }
  };
  const atOnce = Math.min(MOST_AT_ONCE, availableParallelism());
  await Promise.all(Array.from({ length: atOnce }, work));
  return tried.sort((a, b) => a.number - b.number);
}
