import { join } from 'node:path';
import { synthesise } from '../../cdk/synthesise.ts';
import type { JobDefinition } from '../../definition/job-definition.ts';
import { wirePayload } from '../../definition/wire-payload.ts';
import { systemClock } from '../../message/clock.ts';
import { paintFor } from '../../ops/cli/paint.ts';
import { loadCatalogue } from '../../ops/stack/load-catalogue.ts';
import { startLocalRun } from '../local-run.ts';
import type { LocalRunEvent } from '../local-run-event.ts';
import { describeEvent } from './describe-event.ts';
import { describeRun } from './describe-run.ts';
import { exampleConfidential, examplePayload } from './example-payload.ts';
import { readPort } from './read-port.ts';
import { runCommand } from './run-command.ts';
import { sendCommand } from './send-command.ts';
import { untilInterrupted } from './until-interrupted.ts';

const HELP = `npm start -- [--port NUMBER] [--json]

Synthesises the stack and runs it on this machine: queues and table on the
embedded engine, functions in worker processes, the HTTP API, schedules, the
twins of outside services. Nothing is kept when it ends. Ctrl-C ends it.

  --port NUMBER  of SQS and DynamoDB; the API takes the next one if it is free.
                 Any free port unless given
  --json         prints events as JSON lines, the first of them "ready"
  --help         this text

AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_SQS and AWS_ENDPOINT_URL_DYNAMODB put
another engine in place of the embedded one.`;

/** `npm start`: runs the project in this directory until Ctrl-C. Sets the process's exit code. */
export async function runLocal(argv: readonly string[], projectDir = process.cwd()): Promise<void> {
  await runCommand(
    {
      call: 'npm start --',
      options: { port: { value: 'NUMBER' }, json: {}, help: {} },
      help: HELP,
      run: (options) => run(projectDir, readPort(options), options.json === true),
    },
    argv,
  );
}

async function run(projectDir: string, port: number, json: boolean): Promise<number> {
  const interruption = untilInterrupted();
  const assemblyDir = join(projectDir, '.millrace', 'assembly');
  if (!json) console.log('Synthesising the stack …');
  const synthesis = synthesise({ root: projectDir, outdir: assemblyDir, stage: 'dev' }).then(() => undefined);
  const interrupted = await Promise.race([interruption.ended, synthesis]);
  if (interrupted !== undefined) return interrupted;
  const { jobs } = await loadCatalogue(projectDir);
  const show = json ? printJson : await createDisplay(projectDir, jobs);
  const onEvent = (event: LocalRunEvent) => {
    show(event);
    if (event.event === 'engine-died') interruption.end(1);
  };
  const localRun = await startLocalRun({ assemblyDir, projectDir, port, onEvent });
  const exitCode = await interruption.ended;
  await localRun.stop();
  if (!json) console.log('\nEnded.');
  return exitCode;
}

function printJson(event: LocalRunEvent): void {
  console.log(JSON.stringify(event));
}

async function createDisplay(projectDir: string, jobs: readonly JobDefinition[]) {
  const paint = paintFor(process.stdout);
  const example = await quickestExample(projectDir, jobs);
  const command = await sendCommand(projectDir);
  return (event: LocalRunEvent) => {
    if (event.event === 'ready')
      return console.log(describeRun({ ready: event, jobs, example, sendCommand: command, paint }));
    const line = describeEvent(event, paint);
    if (line) console.log(`${paint('dim', new Date(systemClock.now()).toTimeString().slice(0, 8))}  ${line}`);
  };
}

/** Of the job that shows its outcome the soonest. */
async function quickestExample(projectDir: string, jobs: readonly JobDefinition[]) {
  for (const job of [...jobs].sort((a, b) => a.p95Seconds - b.p95Seconds)) {
    const payload = await examplePayload(job, projectDir);
    const confidential = await exampleConfidential(job, projectDir);
    const isWhole = payload !== undefined && (confidential === undefined) === (job.confidential === undefined);
    if (isWhole) return { type: job.type, payload, confidential, jobId: wirePayload(job, payload).id };
  }
  return undefined;
}
