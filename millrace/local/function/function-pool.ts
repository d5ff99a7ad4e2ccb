import { randomUUID } from 'node:crypto';
import type { Clock } from '../../message/clock.ts';
import { ThrottledError } from '../event-source/throttled-error.ts';
import type { FunctionSettings } from './function-settings.ts';
import type { InvokeMessage } from './worker-messages.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

export type FunctionEvent =
  | { readonly event: 'worker-started'; readonly function: string; readonly pid: number | undefined }
  | { readonly event: 'worker-died'; readonly function: string; readonly pid: number | undefined; readonly how: string }
  | { readonly event: 'timed-out'; readonly function: string; readonly seconds: number; readonly requestId: string }
  | { readonly event: 'throttled'; readonly function: string }
  | { readonly event: 'line'; readonly function: string; readonly line: string };

export interface FunctionPoolOptions {
  readonly settings: FunctionSettings;
  readonly environment: Readonly<Record<string, string>>;
  readonly compileCacheDir: string;
  readonly clock: Clock;
  /** How far the local run's time has been moved on. */
  readonly clockOffsetMs: () => number;
  readonly report: (event: FunctionEvent) => void;
}

/** A function's execution environments: started when wanted, reused while warm, one invocation each. */
export interface FunctionPool {
  /** @throws ThrottledError where the reserved concurrency is used up. */
  invoke(event: unknown): Promise<unknown>;
  /** Ends one worker process at once, a busy one if there is one; false when there is none. */
  kill(): boolean;
  stop(): Promise<void>;
}

/** Lambda allows 10 s; a laptop that starts many workers at once needs more. */
const LOAD_SECONDS = 60;

export function createFunctionPool(options: FunctionPoolOptions): FunctionPool {
  const { settings, report } = options;
  const name = settings.displayName;
  const idle: WorkerProcess[] = [];
  const alive = new Set<WorkerProcess>();
  let stopped = false;

  const start = () => {
    const worker: WorkerProcess = startWorkerProcess({
      ...options,
      onLine: (line) => report({ event: 'line', function: name, line }),
      onExit: (how) => {
        alive.delete(worker);
        if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
        if (!stopped) report({ event: 'worker-died', function: name, pid: worker.pid, how });
      },
    });
    alive.add(worker);
    report({ event: 'worker-started', function: name, pid: worker.pid });
    return worker;
  };
  const startIfAllowed = () => {
    if (stopped) throw new Error(`${name} has been stopped`);
    if (alive.size < (settings.reservedConcurrency ?? Number.POSITIVE_INFINITY)) return start();
    report({ event: 'throttled', function: name });
    throw new ThrottledError('Rate Exceeded.');
  };
  return {
    invoke: async (event) => {
      const worker = idle.pop() ?? startIfAllowed();
      try {
        return await invokeWithin(worker, event, options);
      } finally {
        if (worker.isUsable()) idle.push(worker);
      }
    },
    kill: () => {
      const victim = [...alive].find((worker) => !idle.includes(worker)) ?? idle[0];
      victim?.kill();
      return victim !== undefined;
    },
    stop: async () => {
      stopped = true;
      for (const worker of alive) worker.kill();
      await Promise.all([...alive].map(({ exited }) => exited));
    },
  };
}

async function invokeWithin(worker: WorkerProcess, event: unknown, options: FunctionPoolOptions): Promise<unknown> {
  const { settings, report } = options;
  const { timeoutSeconds: seconds, displayName } = settings;
  await endWithin(LOAD_SECONDS, worker.loaded, options.clock, () => {
    worker.kill();
    return new Error(`Init timed out after ${LOAD_SECONDS.toFixed(2)} seconds`);
  });
  const message = invokeMessage(event, options);
  return await endWithin(seconds, worker.invoke(message), options.clock, () => {
    report({ event: 'timed-out', function: displayName, seconds, requestId: message.requestId });
    worker.kill();
    return new Error(`Task timed out after ${seconds.toFixed(2)} seconds`);
  });
}

function endWithin<Result>(seconds: number, work: Promise<Result>, clock: Clock, expire: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(seconds * 1000, () => reject(expire()));
    void work.then(resolve, reject).finally(cancel);
  });
}

function invokeMessage(event: unknown, { settings, clockOffsetMs }: FunctionPoolOptions): InvokeMessage {
  return {
    requestId: randomUUID(),
    event,
    timeoutMs: settings.timeoutSeconds * 1000,
    clockOffsetMs: clockOffsetMs(),
    context: {
      functionName: settings.functionName,
      functionVersion: '$LATEST',
      invokedFunctionArn: settings.functionArn,
      memoryLimitInMB: String(settings.memoryMb),
      logGroupName: settings.logGroupName,
      logStreamName: `local/[$LATEST]${randomUUID().replaceAll('-', '')}`,
    },
  };
}
