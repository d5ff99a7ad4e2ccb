import { parseArgs } from 'node:util';
import { nearestName } from '../../definition/nearest-name.ts';
import { UsageError } from '../operator-error.ts';
import type { Verb, VerbOption } from '../verbs/verb.ts';
import { globalOptions } from './global-options.ts';

export interface ParsedArguments {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | true>>;
}

/** Reads a verb's arguments. @throws UsageError that names the nearest option. */
export function parseArguments(verb: Verb, args: readonly string[]): ParsedArguments {
  const known = { ...globalOptions, ...verb.options };
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
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
    if (token.kind === 'option') given[token.name] = optionValue(verb, token, known);
  }
  return { arguments: positionals, options: given };
}

/** @throws UsageError where there are too few or too many. */
export function checkArguments(verb: Verb, given: readonly string[]): void {
  const { least, most } = verb.argumentCount;
  if (given.length >= least && given.length <= most) return;
  const what = given.length < least ? 'something is missing' : `there is no use for ${given.slice(most).join(' ')}`;
  throw new UsageError(what, `millrace ${verb.name} ${verb.argumentNames}`.trimEnd());
}

function optionValue(
  verb: Verb,
  { name, rawName, value }: { readonly name: string; readonly rawName: string; readonly value: string | undefined },
  known: Readonly<Record<string, VerbOption>>,
): string | true {
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  if (option === undefined) {
    const nearest = nearestName(name, Object.keys(known));
    const hint = nearest ? `; did you mean --${nearest}?` : '';
    throw new UsageError(`unknown option ${rawName}${hint}`, `millrace ${verb.name} --help`);
  }
  if (option.value === undefined) {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} takes no value, ${value} given`, `millrace ${verb.name} --help`);
  }
  if (value) return value;
  throw new UsageError(`${rawName} needs a value`, `${rawName} ${option.value}`);
}
