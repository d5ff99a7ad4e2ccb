import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { synthesise } from 'millrace/cdk';
import { type LocalRunEvent, startLocalRun } from 'millrace/local';
import { duplicate } from './duplicate.ts';
import { lifeCycle } from './life-cycle.ts';
import { retryAndDeadLetter } from './retry-and-dead-letter.ts';
import type { Story, StoryResult } from './story.ts';
import { createTheatre, type Theatre } from './theatre.ts';

const HELP = `npm run demo [-- --story NAME] [--json]

Tells three small stories on the local run: a queue's life cycle, the same
e-mail delivered twice, and a normal, a flaky and a poison job.

  --story NAME  tells one alone: life-cycle, duplicate or retry-and-dead-letter
  --json        prints one JSON object, {"stories": [...]}, and nothing else
  --help        this text`;

const STORIES: readonly [title: string, story: Story][] = [
  ["A queue's life cycle", lifeCycle],
  ['The same e-mail, delivered twice', duplicate],
  ['A normal, a flaky and a poison job', retryAndDeadLetter],
];

const projectDir = join(import.meta.dirname, '..', '..');

async function tellAll(json: boolean, chosen: string | undefined): Promise<void> {
  const told = STORIES.filter(([, { name }]) => chosen === undefined || name === chosen);
  if (told.length === 0) throw new UnknownStoryError(`there is no story ${chosen}; --help names them`);
  const say = json ? () => undefined : (line: string) => console.log(line);
  const assemblyDir = join(projectDir, '.millrace', 'demo-assembly');
  await mkdir(assemblyDir, { recursive: true });
  say('Synthesising the stack, and starting it on this machine …');
  await synthesise({ root: projectDir, outdir: assemblyDir, stage: 'dev' });
  const listeners: ((event: LocalRunEvent) => void)[] = [];
  const onEvent = (event: LocalRunEvent) => {
    for (const listener of listeners) listener(event);
  };
  const run = await startLocalRun({ assemblyDir, projectDir, onEvent });
  try {
    const theatre = createTheatre({ run, say, listen: (listener) => listeners.push(listener) });
    const stories = await tellOn(theatre, told);
    if (json) console.log(JSON.stringify({ stories }));
  } finally {
    await run.stop();
  }
}

async function tellOn(theatre: Theatre, told: typeof STORIES): Promise<StoryResult[]> {
  const results: StoryResult[] = [];
  for (const [index, [title, story]] of told.entries()) {
    theatre.say(`\n${styleText('bold', `${index + 1} · ${title}`)}\n`);
    results.push(await story.tell(theatre));
  }
  theatre.say(`\nThat is all. ${styleText('bold', 'npm start')} runs the stack for you to play with.`);
  return results;
}

/** What ends the demo for a reason that its message says in full. */
class UnknownStoryError extends Error {
  override readonly name = 'UnknownStoryError';
}

function isForPeople(error: unknown): error is Error {
  const names = ['UnknownStoryError', 'SynthesisFailedError', 'EngineStartError', 'LocalRunError'];
  return error instanceof Error && (names.includes(error.name) || 'code' in error);
}

try {
  const options = { story: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ options });
  if (values.help) console.log(HELP);
  else await tellAll(values.json ?? false, values.story);
} catch (error) {
  if (!isForPeople(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
