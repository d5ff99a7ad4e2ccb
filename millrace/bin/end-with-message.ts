import { systemClock } from '../message/clock.ts';
import { errorReport } from '../ops/cli/error-report.ts';
import { explainError } from '../ops/cli/explain-error.ts';
import { createTerminal } from '../ops/cli/terminal.ts';
import { OperatorError } from '../ops/operator-error.ts';

/** Runs a command to its end: a failure is its message and next step, and the exit code that the verbs have. */
export async function endWithMessage(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const { paintError: paint, columns, complain } = createTerminal(systemClock);
    const { exitCode, text } = errorReport(foreseen(error), { paint, columns, withStack: false });
    complain(text);
    process.exitCode = exitCode;
  }
}

/** What nobody foresaw here was said by the app, or by a tool: their own words do. */
function foreseen(error: unknown): unknown {
  return error instanceof Error && explainError(error).isBug ? new OperatorError(error.message, '') : error;
}
