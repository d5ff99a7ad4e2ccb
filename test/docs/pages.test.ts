import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verbs } from '../../millrace/ops/verbs/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { projectDir, readProjectFile } from '../architecture/project-files.ts';
import { codeBlocks } from './code-blocks.ts';

const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: projectDir }).sort();
const proseOf = (page: string) => readProjectFile(page).replaceAll(/^```[\s\S]*?^```$/gm, '');

describe('a page', () => {
  it.each(pages)('%s links only to what is there', (page) => {
    const targets = [...proseOf(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
    const local = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(local.filter((target) => !existsSync(join(projectDir, dirname(page), target)))).toEqual([]);
  });

  it.each(pages)('%s names npm scripts and verbs that exist', (page) => {
    const text = readProjectFile(page);
    const scripts = [...text.matchAll(/\bnpm run ([a-z-]+)/g)].map(([, script = '']) => script);
    expect(scripts.filter((script) => !Object.hasOwn(packageJson.scripts, script))).toEqual([]);
    const named = [...text.matchAll(/\bnpx millrace ([a-z]+)/g)].map(([, verb]) => verb);
    const known = [...verbs.map(({ name }) => name), 'local', 'engine'];
    expect(named.filter((verb = '') => !known.includes(verb))).toEqual([]);
  });
});

describe('the README', () => {
  it('has at most 150 lines', () => {
    expect(readProjectFile('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  it('links every row of what happens when to a test', () => {
    const [, table = ''] = readProjectFile('README.md').split('## What happens when');
    const [, , ...rows] = (table.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((row) => !/\]\(test\/[a-z/-]+\.test\.ts\)/.test(row))).toEqual([]);
  });

  it('has a picture without a script in it', () => {
    const [, picture = ''] = /!\[.+\]\((.+)\)/.exec(readProjectFile('README.md')) ?? [];
    expect(readProjectFile(picture)).toMatch(/^<svg /);
    expect(readProjectFile(picture)).not.toMatch(/<script|\son\w+=|href=/);
  });

  it('shows code with the name of the file that it stands in', () => {
    expect(codeBlocks(join(projectDir, 'README.md')).map(({ language, file }) => [language, file])).toEqual([
      ['sh', undefined],
      ['ts', 'jobs/email-send.ts'],
      ['ts', 'functions/consumers/email-send.ts'],
      ['sh', undefined],
      ['sh', undefined],
      ['sh', undefined],
    ]);
  });
});
