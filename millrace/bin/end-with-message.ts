import { systemClock } from '../message/clock.ts';
import { explainError } from '../ops/cli/explain-error.ts';
import { createTerminal } from '../ops/cli/terminal.ts';
import { wrap } from '../ops/text/wrap.ts';

const PROGRAM = 'millrace:';

/** Runs a command to its end: a failure is its message and next step, and the exit code that the verbs have. */
export async function endWithMessage(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const { exitCode, message, nextStep, isBug } = explainError(error);
    const terminal = createTerminal(systemClock);
    // What nobody foresaw here was said by the app, or by a tool: their own words.
    const words = isBug && error instanceof Error ? error.message : message;
    const told = fit(`${PROGRAM} ${words}`, terminal.columns);
    terminal.complain(terminal.paintError('red', PROGRAM) + told.slice(PROGRAM.length));
    if (nextStep) terminal.complain(fit(`  → ${nextStep}`, terminal.columns));
    process.exitCode = exitCode;
  }
}

/** Breaks lines that are too long, and indents what follows. */
function fit(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.length <= columns) return [line];
      const indent = ' '.repeat(line.search(/\S|$/));
      const [first = '', ...rest] = wrap(line, columns - indent.length - 4);
      return [`${indent}${first}`, ...rest.map((more) => `${indent}    ${more}`)];
    })
    .join('\n');
}
