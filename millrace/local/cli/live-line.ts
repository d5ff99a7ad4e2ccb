import { DEFAULT_COLUMNS } from '../../ops/cli/columns-of.ts';
import { wrap } from '../../ops/text/wrap.ts';

/** The time of day and two spaces come first. */
const INDENT = ' '.repeat('00:00:00  '.length);
const COLUMNS = DEFAULT_COLUMNS - INDENT.length;

export interface LiveLine {
  /** In a column of its own, where there are parts. */
  readonly head: string;
  /** As many as fit stand beside the head, the others below. */
  readonly parts: readonly string[];
  /** As it is shown: colours count as no columns. */
  readonly paintHead: (head: string) => string;
}

/** A line of the live display, gone on below its head where it is too long. */
export function liveLine({ head, parts, paintHead }: LiveLine): string {
  const lines = fill(parts, COLUMNS - head.length - GAP.length);
  return `${paintHead(head)}${GAP}${lines.join(`\n${below(head)}`)}`.trimEnd();
}

const GAP = '  ';

/** What indents a further line to below the parts. */
function below(head: string): string {
  return `${INDENT}${' '.repeat(head.length)}${GAP}`;
}

/** A sentence below the parts, wrapped. */
export function textBelow(head: string, text: string, paintLine: (line: string) => string): string {
  const start = below(head);
  const lines = wrap(text, DEFAULT_COLUMNS - start.length);
  return lines.map((line) => `${start}${paintLine(line)}`).join('\n');
}

/** A sentence of the live display, wrapped. */
export function liveText(text: string): string {
  return wrap(text, COLUMNS - GAP.length).join(`\n${INDENT}${GAP}`);
}

function fill(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + GAP.length + part.trimEnd().length <= width) {
      lines[lines.length - 1] = `${last}${GAP}${part}`;
    } else lines.push(part);
  }
  return lines.map((line) => line.trimEnd());
}
