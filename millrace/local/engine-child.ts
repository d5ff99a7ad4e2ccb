// The engine as a process of its own, so that workers, CLI and console share it. argv: the port.

import { startEngine } from './engine/start-engine.ts';
import type { EngineCommand, EngineMessage } from './engine-messages.ts';

const [, , port = '0'] = process.argv;

// Without this an engine whose parent was killed would live on.
process.on('disconnect', () => process.exit(0));

try {
  const engine = await startEngine({ port: Number(port) });
  process.on('message', ({ advanceSeconds }: EngineCommand) => {
    engine.advance(advanceSeconds);
    send({ kind: 'advanced' });
  });
  send({ kind: 'ready', endpoint: engine.endpoint });
} catch (error) {
  send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}

function send(message: EngineMessage): void {
  process.send?.(message);
}
