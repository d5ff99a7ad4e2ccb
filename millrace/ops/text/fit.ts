import { wrap } from './wrap.ts';

/** Breaks a line that is too long, and indents what follows. */
export function fit(line: string, columns: number): string {
  if (line.length <= columns) return line;
  const indent = ' '.repeat(line.search(/\S|$/));
  return indent + wrap(line, columns - indent.length - 4).join(`\n${indent}    `);
}
