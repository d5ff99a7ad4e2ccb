import { wrap } from '../text/wrap.ts';
import type { Verb, VerbOption } from '../verbs/verb.ts';
import { DEFAULT_COLUMNS } from './columns-of.ts';
import { globalOptions } from './global-options.ts';
import type { Paint } from './paint.ts';

/** What stands beside the verbs: the launcher runs these itself. */
const runs = [
  ['local', 'runs the stack on this machine (npm start)'],
  ['engine', 'serves the embedded SQS and DynamoDB alone (npm run engine)'],
] as const;

export function overview(verbs: readonly Verb[], paint: Paint): string {
  const width = Math.max(
    ...[...verbs.map(({ name }) => name), ...runs.map(([name]) => name)].map(({ length }) => length),
  );
  const line = (name: string, summary: string) => `  ${name.padEnd(width)}  ${summary}`;
  return [
    paint('bold', 'millrace <verb>: look after jobs, in the local run or in AWS'),
    '',
    ...verbs.map(({ name, summary }) => line(name, summary)),
    '',
    ...runs.map(([name, summary]) => line(name, summary)),
    '',
    'millrace <verb> --help tells more, with examples. millrace --version',
    'Exit codes: 0 done, 1 failed or refused, 2 wrong usage, 130 stopped by Ctrl-C.',
  ].join('\n');
}

export function verbHelp(verb: Verb, paint: Paint): string {
  return [
    paint('bold', `millrace ${verb.name} ${verb.argumentNames}`),
    verb.summary,
    '',
    ...verb.details.flatMap((paragraph) => [...wrap(paragraph.replaceAll('`', ''), DEFAULT_COLUMNS), '']),
    ...(Object.keys(verb.options).length > 0 ? [paint('bold', 'Options'), ...optionLines(verb.options)] : []),
    paint('bold', 'Options of every verb'),
    ...optionLines(globalOptions),
    paint('bold', 'Examples'),
    ...verb.examples.map((example) => `  npx millrace ${example}`),
  ].join('\n');
}

function optionLines(options: Readonly<Record<string, VerbOption>>): string[] {
  const entries = Object.entries(options).map(([name, { value, summary }]) => ({
    flag: value === undefined ? `--${name}` : `--${name} ${value}`,
    summary,
  }));
  const width = Math.max(...entries.map(({ flag }) => flag.length));
  const indent = ' '.repeat(width + 4);
  const lines = entries.flatMap(({ flag, summary }) => {
    const [first = '', ...rest] = wrap(summary, DEFAULT_COLUMNS - indent.length);
    return [`  ${flag.padEnd(width)}  ${first}`, ...rest.map((line) => `${indent}${line}`)];
  });
  return [...lines, ''];
}
