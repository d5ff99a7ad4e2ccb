import { wrap } from './wrap.ts';

/** What a line may begin with: its indentation, and a count or an arrow in a column of its own. */
const HEAD = /^ *(?:\d+ {2}|→ )?/;

/** A line, gone on below where it is wider than the terminal, under where its words begin. */
export function fold(line: string, columns: number): string {
  if (line.length <= columns) return line;
  const [head = ''] = HEAD.exec(line) ?? [];
  const lines = wrap(line.slice(head.length), columns - head.length);
  return head + lines.join(`\n${' '.repeat(head.length)}`);
}
