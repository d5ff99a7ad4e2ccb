import { printable } from '../text/printable.ts';
import { wrap } from '../text/wrap.ts';
import { explainError } from './explain-error.ts';
import type { Paint } from './paint.ts';

const INDENT = '  → ';

/** An error as the command line shows it, and the exit code that goes with it. */
export function errorReport(
  error: unknown,
  { paint, columns, withStack }: { readonly paint: Paint; readonly columns: number; readonly withStack: boolean },
): { readonly exitCode: number; readonly text: string } {
  const { exitCode, message, nextStep, isBug } = explainError(error);
  const step = isBug ? 'this is a bug: please report it, with what --verbose adds' : nextStep;
  const lines = [
    `${paint('red', 'millrace:')} ${printableLines(message)}`,
    ...(step ? [wrap(printable(step), columns - INDENT.length).join(`\n${' '.repeat(INDENT.length)}`)] : []).map(
      (text) => `${INDENT}${text}`,
    ),
    ...(withStack && error instanceof Error ? [printableLines(error.stack ?? '')] : []),
  ];
  return { exitCode, text: lines.join('\n') };
}

function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
