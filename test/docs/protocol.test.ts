import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../architecture/project-files.ts';
import { testTitles } from '../architecture/test-titles.ts';

const PAGE = 'docs/protocol.md';
const page = readProjectFile(PAGE);

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| --') && !/\| shown by +\|$/.test(line))
  .map((line) => ({ row: line.slice(2).split(' | ')[0]?.trim() ?? '', cell: line.split(' | ').at(-1) ?? '' }));

/** The file that a row links, and the title it quotes, if it does. */
function shownBy(cell: string): { file: string; title: string | undefined } {
  const [, link = '', title] = /\[[\w-]+\]\(([^)]+)\)(?: "((?:\\"|[^"])+)")?/.exec(cell) ?? [];
  return { file: join(dirname(PAGE), link), title: title?.replaceAll('\\"', '"') };
}

const statuses = ['ACCEPTED', 'INPROGRESS', 'FAILED', 'COMPLETED', 'DEAD', 'CANCELLED', 'EXPIRED'];

describe('docs/protocol.md', () => {
  it('tells what a message finds in each status of a job', () => {
    const found = new Set(rows.flatMap(({ row }) => [...row.matchAll(/`([A-Z]+)`/g)].map(([, status]) => status)));
    expect([...found].toSorted()).toEqual(statuses.toSorted());
  });

  it.each(rows)('names a test that exists for: $row', ({ cell }) => {
    const { file, title } = shownBy(cell);
    const titles = testTitles(readProjectFile(file));
    expect(titles.length).toBeGreaterThan(0);
    if (title !== undefined) expect(titles).toContain(title);
  });

  it('is linked from the README', () => {
    expect(readProjectFile('README.md')).toContain(`(${PAGE})`);
  });
});
