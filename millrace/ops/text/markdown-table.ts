/** A Markdown table with its columns aligned, as the formatter wants it; the first row is the heading. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[], fill: string) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [heading = [], ...body] = rows;
  return [line(heading, ' '), line([], '-'), ...body.map((row) => line(row, ' '))].join('\n');
}
