import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { siblingModule } from '../sibling-module.ts';
import type { FunctionSettings } from './function-settings.ts';
import type { InvokeMessage, WorkerMessage } from './worker-messages.ts';

export interface WorkerOptions {
  readonly settings: FunctionSettings;
  /** The whole environment: nothing of the parent's gets through. */
  readonly environment: Readonly<Record<string, string>>;
  readonly compileCacheDir: string;
  readonly onLine: (line: string) => void;
  readonly onExit: (how: string) => void;
}

/** One execution environment: a child process that runs one invocation at a time. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Resolves once the bundle has been loaded; rejects when it can't be. */
  readonly loaded: Promise<void>;
  readonly exited: Promise<void>;
  isUsable(): boolean;
  /** Resolves with what the handler answered, as its JSON reads; rejects when it throws or the process ends. */
  invoke(message: InvokeMessage): Promise<unknown>;
  kill(): void;
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function startWorkerProcess(options: WorkerOptions): WorkerProcess {
  const child = forkWorker(options);
  let waiting: Waiting | undefined;
  let isBroken = false;
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  const loaded = new Promise<void>((resolve, reject) => {
    child.on('message', (message: WorkerMessage) => {
      if (message.kind === 'loaded') resolve();
      else if (message.kind === 'broken') {
        isBroken = true;
        reject(new Error(message.message));
        child.kill('SIGKILL');
      } else if (message.kind === 'error') fail(new Error(message.message));
      else waiting?.resolve(JSON.parse(message.json));
    });
    child.once('exit', (code, exitSignal) => reject(exitError(code, exitSignal)));
    child.once('error', reject);
  });
  // Whoever invokes gets the rejection; a process that ends idle has nobody to tell.
  loaded.catch(() => undefined);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, exitSignal) => {
      fail(exitError(code, exitSignal));
      options.onExit(isBroken ? "its code can't be loaded" : (exitSignal ?? `exit status ${code}`));
      resolve();
    });
  });
  return {
    pid: child.pid,
    loaded,
    exited,
    isUsable: () => child.connected && !child.killed,
    invoke: (message) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        child.send(message, (error) => error && fail(error));
      }),
    kill: () => child.kill('SIGKILL'),
  };
}

function forkWorker({ settings, environment, compileCacheDir, onLine }: WorkerOptions): ChildProcess {
  const child = fork(
    siblingModule(import.meta.url, 'worker-bootstrap'),
    [settings.bundle, settings.exportName, compileCacheDir],
    {
      env: environment,
      execArgv: [`--max-old-space-size=${settings.memoryMb}`],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A group of its own: Ctrl-C in the terminal is for the run, which ends its workers itself.
      detached: true,
    },
  );
  forwardLines(child.stdout, onLine);
  forwardLines(child.stderr, onLine);
  return child;
}

function forwardLines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine);
}

function exitError(code: number | null, exitSignal: string | null): Error {
  return new Error(`Runtime exited with error: ${exitSignal ?? `exit status ${code}`}`);
}
