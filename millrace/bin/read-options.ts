import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { nearestName } from '../definition/nearest-name.ts';
import { UsageError } from '../ops/operator-error.ts';

interface Expected<Options extends ParseArgsOptionsConfig> {
  /** The npm script. */
  readonly command: string;
  readonly options: Options;
  /** Default false. */
  readonly allowPositionals?: boolean;
}

/** What stands behind `npm run <command> --`. @throws UsageError, in the words of the verbs. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(expected: Expected<Options>) {
  const { command, options, allowPositionals = false } = expected;
  const wrong = (message: string) => new UsageError(message, `npm run ${command} -- --help`);
  const { tokens } = parseArgs({ options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional' && !allowPositionals) throw wrong(`there is no use for ${token.value}`);
    if (token.kind === 'option') refuseWrongUse(token, options, wrong);
  }
  return parseArgs({ options, allowPositionals });
}

function refuseWrongUse(
  { name, rawName, value }: { readonly name: string; readonly rawName: string; readonly value: string | undefined },
  options: ParseArgsOptionsConfig,
  wrong: (message: string) => UsageError,
): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const nearest = nearestName(name, Object.keys(options));
    throw wrong(`unknown option ${rawName}${nearest ? `; did you mean --${nearest}?` : ''}`);
  }
  const isValue = value !== undefined && value !== '' && !value.startsWith('-');
  if (option.type === 'string' && !isValue) throw wrong(`${rawName} needs a value`);
  if (option.type === 'boolean' && value !== undefined) throw wrong(`${rawName} takes no value, ${value} given`);
}
