import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../jobs/index.ts';
import { jobStem } from '../../millrace/definition/job-stem.ts';
import { projectDir, readProjectFile } from '../architecture/project-files.ts';
import { codeBlocks } from './code-blocks.ts';

/** A job and a webhook, shown whole in CONTRIBUTING, and tried in a copy by test/architecture/sixth-job.test.ts. */
const TRIED = /avatar-draw|avatar-sponsors|^jobs\/webhooks\/index\.ts$/;
const stems = catalogue.jobs.map(({ type }) => jobStem(type));

const blocks = ['README.md', 'CONTRIBUTING.md', 'docs/library.md', 'docs/other-engines.md'].flatMap((page) =>
  codeBlocks(join(projectDir, page))
    .filter(({ language }) => language === 'ts' || language === 'json')
    .map(({ file = '', text }) => ({ page, file, text })),
);

/** A team that deleted a sample job may leave the page that shows it. */
function isOfDeletedJob(file: string): boolean {
  const stem = /^(?:jobs|functions\/consumers)\/([a-z-]+)\.ts$/.exec(file)?.[1];
  return stem !== undefined && !stems.includes(stem) && !existsSync(join(projectDir, file));
}

describe('a snippet', () => {
  const standing = blocks.filter(({ file }) => !TRIED.test(file) || file.startsWith('test/docs/'));

  it('says which file it is cut from', () => {
    expect(blocks.length).toBeGreaterThan(4);
    expect(blocks.filter(({ file }) => file === '')).toEqual([]);
  });

  it.each(standing.filter(({ file }) => !isOfDeletedJob(file)))('of $page stands in $file', ({ file, text }) => {
    expect(readProjectFile(file)).toContain(text);
  });
});
