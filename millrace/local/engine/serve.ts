// The engine for whoever starts it as a program: it prints where it is, and ends by SIGTERM or SIGINT.
import { parseArgs } from 'node:util';
import { startEngine } from './start-engine.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
try {
  const engine = await startEngine({ port: Number(values.port) });
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
  console.log(`READY ${JSON.stringify({ endpoint: engine.endpoint })}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
