import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { styleText } from 'node:util';
import { synthesise } from 'millrace/cdk';
import { type LocalRunEvent, startLocalRun } from 'millrace/local';
import { runCommand } from '../../millrace/local/cli/run-command.ts';
import { untilInterrupted } from '../../millrace/local/cli/until-interrupted.ts';
import { readEndpointVariables } from '../../millrace/ops/environment.ts';
import { OperatorError, UsageError } from '../../millrace/ops/operator-error.ts';
import type { Story, StoryResult } from './story.ts';
import { createTheatre, type Theatre } from './theatre.ts';

const HELP = `npm run demo [-- --story NAME] [--json]

Tells four small stories on the local run: a queue's life cycle, the same
e-mail delivered twice, a normal, a flaky and a poison job, and a job whose
worker dies between two of its steps.

  --story NAME  tells one alone: life-cycle, duplicate, retry-and-dead-letter
                or between-steps
  --json        prints one JSON object, {"stories": [...]}, and nothing else
  --help        this text`;

interface Billed {
  readonly name: Story['name'];
  readonly title: string;
  /** Stories name jobs: they are loaded when the synthesis has seen that every job's file is sound. */
  load(): Promise<Story>;
}

const STORIES: readonly Billed[] = [
  {
    name: 'life-cycle',
    title: "A queue's life cycle",
    load: async () => (await import('./life-cycle.ts')).lifeCycle,
  },
  {
    name: 'duplicate',
    title: 'The same e-mail, delivered twice',
    load: async () => (await import('./duplicate.ts')).duplicate,
  },
  {
    name: 'retry-and-dead-letter',
    title: 'A normal, a flaky and a poison job',
    load: async () => (await import('./retry-and-dead-letter.ts')).retryAndDeadLetter,
  },
  {
    name: 'between-steps',
    title: 'A worker that dies between two steps',
    load: async () => (await import('./between-steps.ts')).betweenSteps,
  },
];

const projectDir = join(import.meta.dirname, '..', '..');

async function tellAll(json: boolean, chosen: string | undefined): Promise<number> {
  const told = STORIES.filter(({ name }) => chosen === undefined || name === chosen);
  if (told.length === 0) throw new UsageError(`there is no story ${chosen}`, `the stories: ${names().join(', ')}`);
  refuseOtherEngines();
  const interruption = untilInterrupted({ bySignal: 130 });
  const say = json ? () => undefined : (line: string) => console.log(line);
  const assemblyDir = join(projectDir, '.millrace', 'demo-assembly');
  await mkdir(assemblyDir, { recursive: true });
  say('Synthesising the stack, and starting it on this machine …');
  const synthesis = synthesise({ root: projectDir, outdir: assemblyDir, stage: 'dev' }).then(() => undefined);
  const interrupted = await Promise.race([interruption.ended, synthesis]);
  if (interrupted !== undefined) return interrupted;
  return await tellOnLocalRun({ assemblyDir, told, say, json, ended: interruption.ended });
}

interface Telling {
  readonly assemblyDir: string;
  readonly told: typeof STORIES;
  readonly say: (line: string) => void;
  readonly json: boolean;
  /** Resolves with an exit code where the telling is broken off. */
  readonly ended: Promise<number>;
}

async function tellOnLocalRun({ assemblyDir, told, say, json, ended }: Telling): Promise<number> {
  const listeners: ((event: LocalRunEvent) => void)[] = [];
  const onEvent = (event: LocalRunEvent) => {
    for (const listener of listeners) listener(event);
  };
  const run = await startLocalRun({ assemblyDir, projectDir, onEvent });
  try {
    const theatre = createTheatre({ run, say, listen: (listener) => listeners.push(listener) });
    const stories = await Promise.race([ended, tellOn(theatre, told)]);
    if (typeof stories === 'number') return stories;
    if (json) console.log(JSON.stringify({ stories }));
    return 0;
  } finally {
    await run.stop();
  }
}

const names = () => STORIES.map(({ name }) => name);

/** A story moves the clock on, which only the embedded engine obeys. */
function refuseOtherEngines(): void {
  const { sqs, dynamodb } = readEndpointVariables();
  if (sqs ?? dynamodb) {
    throw new OperatorError('the demo runs on the embedded engine only', 'unset the AWS_ENDPOINT_URL variables');
  }
}

async function tellOn(theatre: Theatre, told: typeof STORIES): Promise<StoryResult[]> {
  const results: StoryResult[] = [];
  for (const [index, { title, load }] of told.entries()) {
    const story = await load();
    theatre.say(`\n${styleText('bold', `${index + 1} · ${title}`)}\n`);
    results.push(await story.tell(theatre));
  }
  theatre.say(`\nThat is all. ${styleText('bold', 'npm start')} runs the stack for you to play with.`);
  return results;
}

await runCommand(
  {
    call: 'npm run demo --',
    options: { story: { value: 'NAME' }, json: {}, help: {} },
    help: HELP,
    run: ({ story, json }) => tellAll(json === true, typeof story === 'string' ? story : undefined),
  },
  argv.slice(2),
);
// A story that was broken off still waits for what will not come.
process.exit();
