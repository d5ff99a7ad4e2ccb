import { fit } from '../text/fit.ts';
import { printable } from '../text/printable.ts';
import { wrap } from '../text/wrap.ts';
import { explainError } from './explain-error.ts';
import type { Paint } from './paint.ts';

const NAME = 'millrace:';
const INDENT = '  → ';

export interface ErrorReportOptions {
  readonly paint: Paint;
  readonly columns: number;
  readonly withStack: boolean;
}

/** An error as the command line shows it, and the exit code that goes with it. */
export function errorReport(
  error: unknown,
  { paint, columns, withStack }: ErrorReportOptions,
): { readonly exitCode: number; readonly text: string } {
  const { exitCode, message, nextStep, isBug } = explainError(error);
  const step = isBug
    ? `this is a bug: please report it, with what ${withStack ? 'stands below' : '--verbose adds'}`
    : nextStep;
  const shown = printableLines(`${NAME} ${message}`).map((line) => fit(line, columns));
  const lines = [
    paint('red', NAME) + shown.join('\n').slice(NAME.length),
    ...(step ? [INDENT + wrap(printable(step), columns - INDENT.length).join(`\n${' '.repeat(INDENT.length)}`)] : []),
    ...(withStack && error instanceof Error ? printableLines(error.stack ?? '') : []),
  ];
  return { exitCode, text: lines.join('\n') };
}

function printableLines(text: string): string[] {
  return text.split('\n').map(printable);
}
