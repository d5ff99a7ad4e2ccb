import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';
import { trialArguments } from './trial.ts';

/** How often each range of each file was reached; a range within another counts for itself. */
export type ReachedRanges = Record<string, readonly (readonly [start: number, end: number, count: number])[]>;

export interface Reached {
  readonly ranges: ReachedRanges;
  /** Of the code as it is: with any, no mutant can be judged. */
  readonly violations: readonly string[];
}

/** What so many schedules reach of the protocol's files, seen on the code as it is. */
export function findReached(runs: number): Promise<Reached> {
  const child = fork(fileURLToPath(new URL('./find-reached.ts', import.meta.url)), trialArguments({ runs }));
  return new Promise((resolve, reject) => {
    child.on('message', (reached) => resolve(reached as Reached)); // what find-reached.ts sends
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the schedules ended with ${code} on the code as it is`)));
  });
}

/** What is not reached by a schedule can't change it. Of a module's own code the engine keeps no count. */
export function isReached(ranges: ReachedRanges, { file, at, isOfModule }: Mutant): boolean {
  const around = (ranges[file] ?? []).filter(([start, end]) => start <= at && at < end);
  const [innermost] = around.toSorted((a, b) => a[1] - a[0] - (b[1] - b[0]));
  // A function that is never called is not listed either.
  return isOfModule ? file in ranges : innermost !== undefined && innermost[2] > 0;
}
