import { argv, stderr } from 'node:process';
import { runCommand } from '../../../millrace/local/cli/run-command.ts';
import { systemClock } from '../../../millrace/message/clock.ts';
import { createTerminal, type Terminal } from '../../../millrace/ops/cli/terminal.ts';
import { UsageError } from '../../../millrace/ops/operator-error.ts';
import { readNumber } from '../../../millrace/ops/verbs/read-number.ts';
import type { Operator } from './change.ts';
import { describeMutants, describeTried, unjustified } from './describe-mutants.ts';
import { generateMutants } from './generate-mutants.ts';
import { JUSTIFICATIONS_PAGE, justificationLine, readJustifications } from './justifications.ts';
import { mutantKey } from './mutant.ts';
import { operators } from './operators/all-operators.ts';
import { type NumberedMutant, runMutants } from './run-mutants.ts';
import { openVerdicts, VERDICTS_FILE } from './verdicts-file.ts';

const DEFAULT_RUNS = 100;

const HELP = `npm run mutants -- [--file TEXT] [--operator NAME] [--only N] [--runs N] [--all] [--list] [--json]

Puts one mistake after the other into the protocol's files, in memory, and lets
the simulation look for it; what no schedule notices is tried on the unit tests
of its part. A mistake that neither notices survives: either a fault, an
invariant or a test is missing, or the mistake is none, and
${JUSTIFICATIONS_PAGE} says why.

  --file TEXT      only mutants of files whose path holds that text
  --operator NAME  only mutants of one kind:
${operators.map(told).join('\n')}
  --only N         only the mutant with that number
  --runs N         schedules that each has to pass, ${DEFAULT_RUNS} unless given
  --all            tries those too that may survive, to see which of them is killed
  --resume         goes on from ${VERDICTS_FILE}, where the
                   run before left its verdicts: what is killed stays so, a
                   survivor meets the unit tests again where they are others
  --list           lists the mutants, as that page does, and tries none
  --json           prints one JSON object and nothing else:
                   {"runs", "seconds", "tried": [{"number", "mutant", "verdict"}], "unjustified"}
  --help           this text

Ends with 1 where one survives without a reason.`;

function told({ name, does, onlyByName }: Operator): string {
  return `                     ${name.padEnd(17)}${does}${onlyByName ? ' (only where asked for)' : ''}`;
}

type Options = Readonly<Record<string, string | true>>;

async function mutants(options: Options): Promise<number> {
  const terminal = createTerminal(systemClock);
  const justifications = readJustifications();
  const known = new Set(justifications.map(({ key }) => key));
  const isTried = ({ mutant }: NumberedMutant) =>
    options.all === true || options.only !== undefined || !known.has(mutantKey(mutant));
  const listed = choose(options);
  const chosen = listed.filter(isTried);
  if (options.list === true) {
    for (const { number, mutant } of listed) terminal.print(`${number} ${justificationLine(mutant)}`);
    return 0;
  }
  const runs = readNumber(options, 'runs', { least: 1, most: 1_000_000 }) ?? DEFAULT_RUNS;
  const startedMs = systemClock.now();
  const tried = await runMutants(chosen, {
    runs,
    verdicts: openVerdicts({ resume: options.resume === true, isPart: isPart(options) }),
    progress: progressOf(terminal, chosen.length),
  });
  const seconds = Math.round((systemClock.now() - startedMs) / 1000);
  const report = {
    tried,
    runs,
    seconds,
    justifications,
    excused: listed.filter((one) => !isTried(one)).map(({ mutant }) => mutant),
  };
  const open = unjustified(report);
  if (options.json === true) {
    terminal.print(JSON.stringify({ runs, seconds, tried, unjustified: open.map(({ number }) => number) }));
  } else {
    if (options.only !== undefined) terminal.print(tried.map(describeTried).join('\n'));
    terminal.print(describeMutants(report));
  }
  return open.length === 0 ? 0 : 1;
}

function isPart({ file, operator, only }: Options): boolean {
  return file !== undefined || operator !== undefined || only !== undefined;
}

function choose(options: Options): NumberedMutant[] {
  const only = readNumber(options, 'only', { least: 1, most: 1_000_000 });
  const { file, operator } = options;
  const byName = new Set(operators.filter((one) => one.onlyByName).map(({ name }) => name));
  const chosen = generateMutants()
    .map((mutant, index) => ({ number: index + 1, mutant }))
    .filter(({ number }) => only === undefined || number === only)
    .filter(({ mutant }) => file === undefined || mutant.file.includes(String(file)))
    .filter(({ mutant }) =>
      operator === undefined ? only !== undefined || !byName.has(mutant.operator) : mutant.operator === operator,
    );
  if (chosen.length > 0) return chosen;
  throw new UsageError(
    'no mutant is of that number, file and operator',
    'see them with --list, the operators with --help',
  );
}

function progressOf(terminal: Terminal, all: number) {
  return (tried: readonly { readonly verdict: { readonly kind: string } }[]) => {
    if (!stderr.isTTY) return;
    const killed = tried.filter(({ verdict }) => verdict.kind.startsWith('killed')).length;
    terminal.progress(`${tried.length} of ${all} mutants, ${killed} killed`);
  };
}

await runCommand(
  {
    call: 'npm run mutants --',
    options: {
      ...{ file: { value: 'TEXT' }, operator: { value: 'NAME' }, only: { value: 'N' }, runs: { value: 'N' } },
      ...{ all: {}, resume: {}, list: {}, json: {}, help: {} },
    },
    help: HELP,
    run: mutants,
  },
  argv.slice(2),
);
