import { parseArgs } from 'node:util';
import { type Engine, type EngineOptions, startEngine } from './start-engine.ts';

/** Starts the engine and stops it, and with it the process, on SIGTERM or SIGINT. */
export async function serveEngine(options: EngineOptions = {}): Promise<Engine> {
  const engine = await startEngine(options);
  const stop = () => {
    engine.stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  return engine;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
  try {
    const { endpoint } = await serveEngine({ port: Number(values.port) });
    console.log(`READY ${JSON.stringify({ endpoint })}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
