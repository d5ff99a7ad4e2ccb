import { argv, stderr } from 'node:process';
import { runCommand } from '../../millrace/local/cli/run-command.ts';
import { systemClock } from '../../millrace/message/clock.ts';
import { createTerminal } from '../../millrace/ops/cli/terminal.ts';
import { readNumber } from '../../millrace/ops/verbs/read-number.ts';
import { describeSimulation, describeViolation, simulationInJson } from './describe-simulation.ts';
import { runSchedule } from './run-schedule.ts';
import { runSchedules } from './run-schedules.ts';

const DEFAULT_RUNS = 1_000;
const MOST_SEED = 2 ** 31 - 1;

const HELP = `npm run simulate -- [--runs N] [--seed S] [--json]
npm run simulate -- --only SEED

Tries to break the protocol: schedules of deliveries, deaths, lost answers and
other faults, each drawn from its seed, over the real consumer, producer,
redrive and record writes, on a clock of their own.

  --runs N     so many schedules, ${DEFAULT_RUNS} unless given
  --seed S     the first one's seed, 1 unless given; the others follow it
  --only SEED  runs that one schedule again and prints what happened in it
  --json       prints JSON lines: each violation, and in the end one object,
               {"runs", "seconds", "violations", "faults"}: counts
  --help       this text

Ends with 1 where something was violated.`;

type Options = Readonly<Record<string, string | true>>;

async function simulate(options: Options): Promise<number> {
  const whole = (name: string) => readNumber(options, name, { least: 1, most: MOST_SEED });
  const json = options.json === true;
  const terminal = createTerminal(systemClock);
  const only = whole('only');
  if (only !== undefined) return replay(only, terminal.print);
  const simulation = await runSchedules({
    runs: whole('runs') ?? DEFAULT_RUNS,
    firstSeed: whole('seed') ?? 1,
    progress: stderr.isTTY ? terminal.progress : () => undefined,
  });
  terminal.print(json ? simulationInJson(simulation) : describeSimulation(simulation));
  return simulation.violations.length === 0 ? 0 : 1;
}

async function replay(seed: number, print: (text: string) => void): Promise<number> {
  const { events, violations } = await runSchedule(seed, { keepEvents: true });
  print(events.join('\n'));
  for (const violation of violations) print(describeViolation({ seed, ...violation }));
  return violations.length === 0 ? 0 : 1;
}

await runCommand(
  {
    call: 'npm run simulate --',
    options: { runs: { value: 'N' }, seed: { value: 'S' }, only: { value: 'SEED' }, json: {}, help: {} },
    help: HELP,
    run: simulate,
  },
  argv.slice(2),
);
