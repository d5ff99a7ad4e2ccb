import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { operatingPage } from '../../millrace/ops/operating-page.ts';
import { verbs } from '../../millrace/ops/verbs/index.ts';

describe('docs/operating.md', () => {
  it('is what the verbs say of themselves: where this fails, run npm run docs', async () => {
    expect(await readFile('docs/operating.md', 'utf8')).toBe(operatingPage(verbs));
  });

  it('has a section for each verb', () => {
    expect(operatingPage(verbs).match(/^## .*/gm)).toEqual([
      '## enqueue',
      '## cancel',
      '## status',
      '## dead',
      '## redrive',
      '## Options of every verb',
    ]);
  });
});
