import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { EngineCommand, EngineMessage } from './engine-messages.ts';
import { LocalRunError } from './local-run-error.ts';
import { siblingModule } from './sibling-module.ts';

export interface EngineProcess {
  readonly endpoint: string;
  /** Moves the engine's clock on. */
  advance(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

export interface EngineProcessOptions {
  readonly port: number;
  readonly compileCacheDir: string;
  readonly onDeath: (how: string) => void;
}

/** Starts the embedded engine as a child process; it ends with this one, however that ends. */
export async function startEngineProcess(options: EngineProcessOptions): Promise<EngineProcess> {
  const child = fork(siblingModule(import.meta.url, 'engine-child'), [String(options.port), options.compileCacheDir], {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A group of its own: Ctrl-C in the terminal is for the run, which ends its engine last.
    detached: true,
  });
  const exited = once(child, 'exit');
  const answer = async (): Promise<EngineMessage> => {
    const died = exited.then(([code, signal]) => {
      throw new LocalRunError(`the engine's process ended (${signal ?? `exit status ${code}`})`);
    });
    const [message] = await Promise.race([once(child, 'message'), died]);
    return message;
  };
  let stopping = false;
  const stop = async () => {
    stopping = true;
    child.kill('SIGKILL');
    await exited;
  };
  const first = await answer();
  if (first.kind !== 'ready') {
    await stop();
    throw new LocalRunError(first.kind === 'failed' ? first.message : 'the engine did not start');
  }
  child.once('exit', (code, signal) => {
    if (!stopping) options.onDeath(signal ?? `exit status ${code}`);
  });
  return {
    endpoint: first.endpoint,
    advance: async (seconds) => {
      const command: EngineCommand = { advanceSeconds: seconds };
      child.send(command);
      await answer();
    },
    stop,
  };
}
