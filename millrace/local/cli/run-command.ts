import { SynthesisFailedError } from '../../cdk/synthesise.ts';
import { LocalRunError } from '../local-run-error.ts';
import { UnresolvableTemplateError } from '../template/resolve-intrinsics.ts';
import { UsageError } from './read-port.ts';

/** What people can put right: its message says how, its stack would say nothing more. */
const expected = [LocalRunError, SynthesisFailedError, UnresolvableTemplateError, UsageError];

/** Runs a command to its end and sets the process's exit code; a failure is its message alone and 1. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const isExpected = expected.some((kind) => error instanceof kind) || hasCode(error, 'ERR_PARSE_ARGS');
    console.error(isExpected && error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function hasCode(error: unknown, prefix: string): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith(prefix);
}
