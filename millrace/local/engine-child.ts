// The engine as a process of its own, so that workers, CLI and console share it. argv: the port, a directory for
// compiled code.
import { enableCompileCache, flushCompileCache } from 'node:module';
import type { EngineCommand, EngineMessage } from './engine-messages.ts';

const [, , port = '0', compileCacheDir = ''] = process.argv;

// Without this an engine whose parent was killed would live on.
process.on('disconnect', () => process.exit(0));
enableCompileCache(compileCacheDir);

try {
  const { startEngine } = await import('./engine/start-engine.ts');
  const engine = await startEngine({ port: Number(port) });
  process.on('message', ({ advanceSeconds }: EngineCommand) => {
    engine.advance(advanceSeconds);
    send({ kind: 'advanced' });
  });
  send({ kind: 'ready', endpoint: engine.endpoint });
  // Now, for it ends by a signal, and then nothing is written any more.
  flushCompileCache();
} catch (error) {
  send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}

function send(message: EngineMessage): void {
  process.send?.(message);
}
