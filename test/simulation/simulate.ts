import { argv, stderr } from 'node:process';
import { runCommand } from '../../millrace/local/cli/run-command.ts';
import { systemClock } from '../../millrace/message/clock.ts';
import { createTerminal } from '../../millrace/ops/cli/terminal.ts';
import { UsageError } from '../../millrace/ops/operator-error.ts';
import { readNumber } from '../../millrace/ops/verbs/read-number.ts';
import { describeReplay, describeSimulation, simulationInJson } from './describe-simulation.ts';
import { runSchedule } from './run-schedule.ts';
import { runSchedules } from './run-schedules.ts';

const DEFAULT_RUNS = 1_000;
const MOST_SEED = 2 ** 31 - 1;

const HELP = `npm run simulate -- [--runs N] [--seed S] [--json]
npm run simulate -- --only SEED [--json]

Tries to break the protocol: schedules of deliveries, deaths, lost answers and
other faults, each drawn from its seed, over the real consumer, producer,
redrive and record writes, on a clock of their own.

  --runs N     so many schedules, ${DEFAULT_RUNS} unless given
  --seed S     the first one's seed, 1 unless given; the others follow it
  --only SEED  runs that one schedule again and prints what happened in it
  --json       prints JSON lines: each violation, and in the end one object,
               {"runs", "seconds", "violations", "faults"}: counts. With --only
               first what happened, each an object: {"event"}
  --help       this text

Ends with 1 where something was violated.`;

type Options = Readonly<Record<string, string | true>>;

async function simulate(options: Options): Promise<number> {
  const whole = (name: string) => readNumber(options, name, { least: 1, most: MOST_SEED });
  const json = options.json === true;
  const terminal = createTerminal(systemClock);
  const only = whole('only');
  if (only !== undefined) {
    refuseBeside(options);
    return replay(only, json, terminal.print);
  }
  const simulation = await runSchedules({
    runs: whole('runs') ?? DEFAULT_RUNS,
    firstSeed: whole('seed') ?? 1,
    progress: stderr.isTTY ? terminal.progress : () => undefined,
  });
  terminal.print(json ? simulationInJson(simulation) : describeSimulation(simulation));
  return simulation.violations.length === 0 ? 0 : 1;
}

function refuseBeside(options: Options): void {
  const other = ['runs', 'seed'].find((name) => options[name] !== undefined);
  if (other === undefined) return;
  throw new UsageError(`--only and --${other} are given`, `--only SEED runs one schedule: leave out --${other}`);
}

async function replay(seed: number, json: boolean, print: (text: string) => void): Promise<number> {
  const startedMs = systemClock.now();
  const result = await runSchedule(seed, { keepEvents: true });
  const { events, faults } = result;
  const violations = result.violations.map((violation) => ({ seed, ...violation }));
  if (json) {
    const seconds = Math.round((systemClock.now() - startedMs) / 100) / 10;
    for (const event of events) print(JSON.stringify({ event }));
    print(simulationInJson({ runs: 1, seconds, violations, faults }));
  } else print(describeReplay(result));
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
