import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../millrace/message/clock.ts';
import type { Mutant } from './mutant.ts';
import { ROOT } from './protocol-files.ts';
import { testsOf } from './tests-of.ts';
import type { Trial } from './trial.ts';

/** What the process is to run: how the tests' paths begin, and with what mistake. */
export interface TestsTrial {
  readonly tests: readonly string[];
  readonly mutant?: NonNullable<Trial['mutant']>;
}

/** What came of it: file and title of a test that fails, where one does. */
export interface TestsNews {
  readonly failed?: string;
}

/** Tests of a part take seconds: those that last so long never end. */
const HANG_AFTER_MS = 180_000;

/** A process that runs the protocol's unit tests, trial after trial. */
export interface UnitTests {
  /** A test that notices this mistake; undefined where none does. */
  noticedBy(mutant: Mutant): Promise<string | undefined>;
  /** A test that fails on the code as it is. */
  failing(file: string): Promise<string | undefined>;
  end(): void;
}

export function startUnitTests(): UnitTests {
  let child: Promise<ChildProcess> | undefined;
  const ask = async (trial: TestsTrial): Promise<string | undefined> => {
    child ??= started();
    const { failed, hangs } = await answerOf(await child, trial);
    // A thread that loops can't be asked again.
    if (hangs) child = undefined;
    return failed;
  };
  return {
    noticedBy: ({ file, edits }) => ask({ tests: testsOf(file), mutant: { path: `${ROOT}${file}`, edits } }),
    failing: (file) => ask({ tests: testsOf(file) }),
    end: () => void child?.then((one) => one.kill()),
  };
}

function started(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./try-on-tests.ts', import.meta.url)), { silent: true });
  child.stdout?.resume();
  child.stderr?.resume();
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the unit tests can't be started: the process ended with ${code}`)));
  });
}

function answerOf(child: ChildProcess, trial: TestsTrial): Promise<TestsNews & { readonly hangs?: true }> {
  return new Promise((resolve) => {
    const done = (answer: TestsNews & { readonly hangs?: true }) => {
      cancel();
      child.removeAllListeners('message').removeAllListeners('exit');
      resolve(answer);
    };
    const cancel = systemClock.after(HANG_AFTER_MS, () => {
      child.kill('SIGKILL');
      done({ failed: `no end of ${trial.tests.join(', ')} within ${HANG_AFTER_MS / 1000} s`, hangs: true });
    });
    child.once('message', (news) => done(news as TestsNews)); // what try-on-tests.ts sends
    child.once('exit', (code) => done({ failed: `${trial.tests.join(', ')} ended with ${code}`, hangs: true }));
    child.send(trial);
  });
}
