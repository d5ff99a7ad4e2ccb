import { parseArgs } from 'node:util';
import { nearestName } from '../../definition/nearest-name.ts';
import { UsageError } from '../operator-error.ts';
import type { Verb, VerbOption } from '../verbs/verb.ts';
import { globalOptions } from './global-options.ts';

/** What may stand behind a command. */
export interface CommandSyntax extends Pick<Verb, 'argumentNames' | 'argumentCount'> {
  /** As it is typed: `millrace dead`, `npm start --`. */
  readonly call: string;
  readonly options: Readonly<Record<string, Pick<VerbOption, 'value'>>>;
}

export interface ParsedArguments {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | true>>;
}

export function verbSyntax({ name, argumentNames, argumentCount, options }: Verb): CommandSyntax {
  return { call: `millrace ${name}`, argumentNames, argumentCount, options: { ...globalOptions, ...options } };
}

/** Reads what stands behind a command. @throws UsageError that names the nearest option. */
export function parseArguments(syntax: CommandSyntax, args: readonly string[]): ParsedArguments {
  const options = Object.fromEntries(
    Object.entries(syntax.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given: Record<string, string | true> = {};
  for (const token of tokens) {
    if (token.kind === 'option') given[token.name] = optionValue(syntax, token);
  }
  return { arguments: positionals, options: given };
}

/** @throws UsageError where there are too few or too many. */
export function checkArguments(syntax: CommandSyntax, given: readonly string[]): void {
  const { call, argumentNames, argumentCount } = syntax;
  const { least, most } = argumentCount;
  if (given.length >= least && given.length <= most) return;
  const missing = argumentNames.match(/<[^>]+>/g)?.[given.length];
  const what = given.length < least ? `${missing} is missing` : `there is no use for ${given.slice(most).join(' ')}`;
  throw new UsageError(what, argumentNames === '' ? `${call} --help` : `${call} ${argumentNames}`);
}

function optionValue(
  { call, options }: CommandSyntax,
  { name, rawName, value }: { readonly name: string; readonly rawName: string; readonly value: string | undefined },
): string | true {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const nearest = nearestName(name, Object.keys(options));
    const hint = nearest ? `; did you mean --${nearest}?` : '';
    throw new UsageError(`unknown option ${rawName}${hint}`, `${call} --help`);
  }
  if (option.value === undefined) {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} takes no value, ${value} given`, `${call} --help`);
  }
  if (value) return value;
  throw new UsageError(`${rawName} needs a value`, `${rawName} ${option.value}`);
}
