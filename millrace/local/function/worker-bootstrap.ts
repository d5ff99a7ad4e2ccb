// One execution environment: loads a function's bundle and runs one invocation at a time, as Lambda's runtime does.
// argv: the bundle's file, the name of its exported handler, a directory for compiled code.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { shiftDate } from './shift-date.ts';
import type { InvokeMessage, WorkerMessage } from './worker-messages.ts';

type Handler = (event: unknown, context: object) => unknown;

const [, , bundle = '', exportName = '', compileCacheDir = ''] = process.argv;
let clockOffsetMs = 0;

// Without this a worker whose parent was killed would live on.
process.on('disconnect', () => process.exit(0));
// As Lambda's runtime ends, by its exit codes; Node's own way would print the minified line that threw.
process.on('uncaughtException', (error) => end('Uncaught Exception', error, 129));
process.on('unhandledRejection', (reason) => end('Unhandled Promise Rejection', reason, 128));
enableCompileCache(compileCacheDir);
shiftDate(() => clockOffsetMs);

try {
  const loaded: Record<string, unknown> = await import(pathToFileURL(bundle).href);
  const handler = loaded[exportName];
  if (typeof handler !== 'function') throw new Error(`${bundle} exports no function ${exportName}`);
  process.on('message', (message: InvokeMessage) => void invoke(handler as Handler, message));
  send({ kind: 'loaded' });
  // Now, for it ends by a signal, and then nothing is written any more.
  flushCompileCache();
} catch (error) {
  console.error(error);
  send({ kind: 'broken', message: describe(error) });
}

async function invoke(handler: Handler, message: InvokeMessage): Promise<void> {
  clockOffsetMs = message.clockOffsetMs;
  try {
    const answer = await handler(message.event, lambdaContext(message));
    send({ kind: 'answer', json: JSON.stringify(answer) ?? 'null' });
  } catch (error) {
    console.error(error);
    send({ kind: 'error', message: describe(error) });
  }
}

function end(what: string, thrown: unknown, exitCode: number): never {
  console.error(`${what}:`, thrown);
  process.exit(exitCode);
}

function lambdaContext({ requestId, timeoutMs, context }: InvokeMessage): object {
  const startedMs = performance.now();
  return {
    ...context,
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(timeoutMs - (performance.now() - startedMs))),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}
