import { readFile } from 'node:fs/promises';
import { nearestName } from '../../definition/nearest-name.ts';
import { type Clock, systemClock } from '../../message/clock.ts';
import { wantsStackTraces } from '../environment.ts';
import { UsageError } from '../operator-error.ts';
import { verbs } from '../verbs/index.ts';
import { errorReport } from './error-report.ts';
import { overview, verbHelp } from './help.ts';
import { parseArguments, verbSyntax } from './parse-arguments.ts';
import { runVerb } from './run-verb.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** Runs `millrace …` and answers its exit code: 0 done, 1 failed or refused, 2 wrong usage, 130 stopped by Ctrl-C. */
export async function runCommandLine(argv: readonly string[], clock: Clock = systemClock): Promise<number> {
  const terminal = createTerminal(clock);
  try {
    return await dispatch(argv, terminal, clock);
  } catch (error) {
    const withStack = argv.includes('--verbose') || wantsStackTraces();
    const { exitCode, text } = errorReport(error, {
      paint: terminal.paintError,
      columns: terminal.columns,
      withStack,
    });
    terminal.complain(text);
    return exitCode;
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal, clock: Clock): Promise<number> {
  const [name, ...args] = argv;
  if (name === '--version') {
    terminal.print(await version());
    return 0;
  }
  if (name === undefined || name === '--help' || name === 'help') {
    terminal.print(overview(verbs, terminal.paint));
    return name === undefined ? 2 : 0;
  }
  const verb = verbs.find((candidate) => candidate.name === name);
  if (verb === undefined) throw unknownVerb(name);
  const parsed = parseArguments(verbSyntax(verb), args);
  if (parsed.options.help) {
    terminal.print(verbHelp(verb, terminal.paint));
    return 0;
  }
  return await runVerb(verb, parsed, terminal, clock);
}

function unknownVerb(name: string): UsageError {
  const names = [...verbs.map((verb) => verb.name), 'local', 'engine'];
  const nearest = nearestName(name, names);
  const what = name.startsWith('-') ? 'a verb comes first' : `unknown verb ${name}`;
  return new UsageError(`${what}${nearest ? `; did you mean ${nearest}?` : ''}`, `the verbs: ${names.join(', ')}`);
}

async function version(): Promise<string> {
  const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(manifest.version);
}
