import { compileCacheDir } from '../compile-cache-dir.ts';
import { engineEnvironment } from '../engine/engine-environment.ts';
import { startEngineProcess } from '../engine-process.ts';
import { readPort } from './read-port.ts';
import { runCommand } from './run-command.ts';
import { untilInterrupted } from './until-interrupted.ts';

const HELP = `npm run engine -- [--port NUMBER]

Serves the embedded SQS and DynamoDB alone, on one address of this machine,
in memory, until Ctrl-C. It prints the environment that points an AWS SDK or
the AWS CLI at it.

  --port NUMBER  any free port unless given
  --help         this text`;

/** `npm run engine`: the embedded engine until Ctrl-C. Sets the process's exit code. */
export async function runEngine(argv: readonly string[]): Promise<void> {
  await runCommand(
    {
      call: 'npm run engine --',
      options: { port: { value: 'NUMBER' }, help: {} },
      help: HELP,
      run: (options) => serve(readPort(options)),
    },
    argv,
  );
}

async function serve(port: number): Promise<number> {
  const interruption = untilInterrupted();
  const engine = await startEngineProcess({
    port,
    compileCacheDir: compileCacheDir(process.cwd()),
    onDeath: (how) => {
      console.error(`the engine's process ended (${how})`);
      interruption.end(1);
    },
  });
  console.log(describeEngine(engine.endpoint));
  const exitCode = await interruption.ended;
  await engine.stop();
  return exitCode;
}

function describeEngine(endpoint: string): string {
  const variables = Object.entries(engineEnvironment(endpoint)).map(([name, value]) => `export ${name}=${value}`);
  return [
    `# SQS and DynamoDB in memory at ${endpoint}, until Ctrl-C.`,
    '# Point an AWS SDK or the AWS CLI at it:',
    ...variables,
  ].join('\n');
}
