import { SynthesisFailedError } from '../../cdk/synthesis-failed-error.ts';
import { columnsOf } from '../../ops/cli/columns-of.ts';
import { errorReport } from '../../ops/cli/error-report.ts';
import { explainError } from '../../ops/cli/explain-error.ts';
import { paintFor } from '../../ops/cli/paint.ts';
import {
  type CommandSyntax,
  checkArguments,
  type ParsedArguments,
  parseArguments,
} from '../../ops/cli/parse-arguments.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { LocalRunError } from '../local-run-error.ts';
import { UnresolvableTemplateError } from '../template/resolve-intrinsics.ts';

/** What people can put right: its message says how, its stack would say nothing more. */
const expected = [LocalRunError, SynthesisFailedError, UnresolvableTemplateError];

export interface Command {
  /** As it is typed: `npm start --`. */
  readonly call: string;
  readonly options: CommandSyntax['options'];
  readonly help: string;
  /** Answers the exit code. */
  run(options: ParsedArguments['options']): Promise<number>;
}

/** Runs a command to its end and sets the process's exit code: 1 for a failure, 2 for wrong usage. */
export async function runCommand({ call, options, help, run }: Command, argv: readonly string[]): Promise<void> {
  try {
    const syntax = { call, options, argumentNames: '', argumentCount: { least: 0, most: 0 } };
    const parsed = parseArguments(syntax, argv);
    if (parsed.options.help) {
      console.log(help);
      return;
    }
    checkArguments(syntax, parsed.arguments);
    process.exitCode = await run(parsed.options);
  } catch (error) {
    process.exitCode = explain(error);
  }
}

function explain(error: unknown): number {
  const isExpected = error instanceof Error && expected.some((kind) => error instanceof kind);
  const { exitCode, text } = errorReport(isExpected ? new OperatorError(error.message, '') : error, {
    paint: paintFor(process.stderr),
    columns: columnsOf(process.stderr),
    withStack: !isExpected && explainError(error).isBug,
  });
  console.error(text);
  return exitCode;
}
