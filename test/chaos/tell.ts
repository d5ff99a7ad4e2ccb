import { argv } from 'node:process';
import { runCommand } from '../../millrace/local/cli/run-command.ts';
import { systemClock } from '../../millrace/message/clock.ts';
import { readNumber } from '../../millrace/ops/verbs/read-number.ts';
import { describeTally, undueDeaths } from './tally.ts';

const DEFAULT_JOBS = 2_000;
const MOST_JOBS = 1_000_000;
const MOST_SEED = 2 ** 31 - 1;
const DRAWN_SEEDS = 100_000;

const HELP = `npm run chaos -- [--jobs N] [--seed S]

Sends jobs of five steps each and has them worked off by processes that are
killed at random, over services that misbehave, until none is left; the dead are
redriven. Then it looks whether each effect happened once.

  --jobs N  so many jobs, ${DEFAULT_JOBS} unless given
  --seed S  of when workers are killed and what the services do, drawn unless
            given; the processes' own timing is not repeatable
  --help    this text

Ends with 1 where a job was lost, or an effect did not happen exactly once.`;

async function tell(options: Readonly<Record<string, string | true>>): Promise<number> {
  const jobs = readNumber(options, 'jobs', { least: 1, most: MOST_JOBS }) ?? DEFAULT_JOBS;
  const seed = readNumber(options, 'seed', { least: 1, most: MOST_SEED }) ?? 1 + (systemClock.now() % DRAWN_SEEDS);
  // It brings CDK along: wrong usage is answered without.
  const { chaos } = await import('./chaos.ts');
  say(`${jobs} jobs, --seed ${seed}`);
  const { tally, evidence, seconds } = await chaos({ jobs, seed });
  const { completed, ...broken } = evidence;
  const breaches = Object.entries({ ...broken, undueDeaths: undueDeaths(tally) }).filter(([, of]) => of.length > 0);
  say(describeTally(tally));
  say(`${completed} completed in ${seconds.toFixed(1)} s${breaches.length === 0 ? ', each effect once' : ''}`);
  for (const [what, of] of breaches) say(`${what}: ${of.length}: ${of.slice(0, 5).join(' ')}`);
  return breaches.length === 0 ? 0 : 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runCommand(
  {
    call: 'npm run chaos --',
    options: { jobs: { value: 'N' }, seed: { value: 'S' }, help: {} },
    help: HELP,
    run: tell,
  },
  argv.slice(2),
);
