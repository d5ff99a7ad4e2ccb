import { checkArguments, parseArguments } from '../ops/cli/parse-arguments.ts';

interface Script<Name extends string> {
  readonly name: string;
  /** `value` stands where an option takes one. */
  readonly options: Readonly<Record<Name, { readonly value?: string }>>;
  readonly mostArguments?: number;
}

/** What stands behind `npm run <name> --`. @throws UsageError, in the words of the verbs. */
export function readOptions<const Name extends string>({ name, options, mostArguments = 0 }: Script<Name>) {
  const syntax = {
    call: `npm run ${name} --`,
    options,
    argumentNames: '',
    argumentCount: { least: 0, most: mostArguments },
  };
  const parsed = parseArguments(syntax, process.argv.slice(2));
  checkArguments(syntax, parsed.arguments);
  // The parser refuses every other name.
  const given = parsed.options as Readonly<Partial<Record<Name, string | true>>>;
  return { options: given, arguments: parsed.arguments };
}
