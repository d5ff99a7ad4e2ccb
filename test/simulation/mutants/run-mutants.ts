import { availableParallelism } from 'node:os';
import type { Mutant } from './mutant.ts';
import { findReached, isReached } from './reached.ts';
import { runMutant, type Verdict } from './run-mutant.ts';
import { testsOf } from './tests-of.ts';
import { startUnitTests, type UnitTests } from './unit-tests.ts';
import type { VerdictsFile } from './verdicts-file.ts';

const MOST_AT_ONCE = 2;
const NOT_REACHED: Verdict = { kind: 'not-reached' };

export interface Run {
  /** Schedules that each has to pass. */
  readonly runs: number;
  readonly verdicts: VerdictsFile;
  readonly progress: (tried: readonly Tried[]) => void;
}

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

/** Tries each mutant on its own, two at a time. @throws where the code as it is violates something, or fails a test. */
export async function runMutants(
  mutants: readonly NumberedMutant[],
  { runs, verdicts, progress }: Run,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  const left = mutants.filter((one) => {
    const known = verdicts.known(one.mutant);
    if (known?.again === false) tried.push({ ...one, verdict: known.verdict });
    return known?.again !== false;
  });
  if (left.length === 0) return tried;
  const { ranges, violations } = await findReached(runs);
  if (violations.length > 0) throw new Error(`the code as it is violates ${violations[0]}: no mutant can be judged`);
  const work = async (tests: UnitTests) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { mutant } = next;
      const known = verdicts.known(mutant)?.verdict;
      const simulated = known ?? (isReached(ranges, mutant) ? await runMutant(mutant, runs) : NOT_REACHED);
      const verdict = simulated.kind === 'killed' ? simulated : await secondLine(tests, mutant, simulated);
      verdicts.keep(mutant, verdict);
      tried.push({ ...next, verdict });
      progress(tried);
    }
  };
  await withUnitTests(mutants, work);
  return tried.sort((a, b) => a.number - b.number);
}

async function secondLine(tests: UnitTests, mutant: Mutant, simulated: Verdict): Promise<Verdict> {
  const test = await tests.noticedBy(mutant);
  return test === undefined ? simulated : { kind: 'killed-by-test', test };
}

/** As many at once as there are processors, and at most two; each with a process for the tests. */
async function withUnitTests(
  mutants: readonly NumberedMutant[],
  work: (tests: UnitTests) => Promise<void>,
): Promise<void> {
  const atOnce = Math.min(MOST_AT_ONCE, availableParallelism());
  const all = Array.from({ length: atOnce }, startUnitTests);
  try {
    await failWhereRed(all[0], mutants);
    await Promise.all(all.map(work));
  } finally {
    for (const tests of all) tests.end();
  }
}

/** Each part's tests, once, on the code as it is. */
async function failWhereRed(tests: UnitTests | undefined, mutants: readonly NumberedMutant[]): Promise<void> {
  const parts = new Map(mutants.map(({ mutant }) => [testsOf(mutant.file).join(), mutant.file]));
  for (const file of parts.values()) {
    const failed = await tests?.failing(file);
    if (failed !== undefined) throw new Error(`the code as it is fails ${failed}: no mutant can be judged`);
  }
}
