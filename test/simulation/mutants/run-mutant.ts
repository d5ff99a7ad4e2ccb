import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../millrace/message/clock.ts';
import type { Mutant } from './mutant.ts';
import { ROOT } from './protocol-files.ts';
import { type TrialNews, trialArguments } from './trial.ts';

/** What became of a mutant. */
export type Verdict =
  | { readonly kind: 'killed'; readonly seed: number; readonly by: string; readonly saw: string }
  /** The simulation let it live. */
  | { readonly kind: 'killed-by-test'; readonly test: string }
  | { readonly kind: 'survived'; readonly runs: number }
  /** No schedule comes by: it is not simulated. */
  | { readonly kind: 'not-reached' };

/** A schedule takes milliseconds: one that lasts so long never ends. */
const HANGS_AFTER_MS = 45_000;
const LONGEST_SAW = 200;

/** Runs schedules with this mistake in a process of its own, until one notices. */
export async function runMutant(mutant: Mutant, runs: number): Promise<Verdict> {
  const preload = fileURLToPath(new URL('./apply-mutant.ts', import.meta.url));
  const child = fork(
    fileURLToPath(new URL('./try-mutant.ts', import.meta.url)),
    trialArguments({ mutant: { path: `${ROOT}${mutant.file}`, edits: mutant.edits }, runs }),
    { execArgv: ['--import', preload], silent: true },
  );
  return await verdictOf(child, runs);
}

function verdictOf(child: ChildProcess, runs: number): Promise<Verdict> {
  let seed = 0;
  let said = '';
  child.stderr?.on('data', (text) => {
    said += String(text);
  });
  return new Promise((resolve, reject) => {
    const watch = () =>
      systemClock.after(HANGS_AFTER_MS, () => {
        child.kill('SIGKILL');
        resolve({ kind: 'killed', seed: seed + 1, by: 'hangs', saw: `no end within ${HANGS_AFTER_MS / 1000} s` });
      });
    let cancel = watch();
    child.on('message', (news) => {
      const { seed: ended, violated, saw = '' } = news as TrialNews; // what try-mutant.ts sends
      cancel();
      seed = ended;
      if (violated === undefined) cancel = watch();
      else resolve({ kind: 'killed', seed, by: violated, saw });
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      cancel();
      if (code === 0 && seed === runs) resolve({ kind: 'survived', runs });
      else resolve({ kind: 'killed', seed: seed + 1, by: 'crash', saw: errorIn(said) || `ended with ${code}` });
    });
  });
}

/** The line of an error's text that says what is wrong. */
function errorIn(said: string): string {
  return (/^\w*Error\b.*$/m.exec(said)?.[0] ?? said.trim()).slice(0, LONGEST_SAW);
}
