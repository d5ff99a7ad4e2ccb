import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesise } from 'millrace/cdk';
import { expect, it, onTestFinished } from 'vitest';

it('the app of docs/library.md is a stack of one job and the API', { timeout: 60_000 }, async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'millrace-library-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const root = join(import.meta.dirname, 'snippets/library');
  const { stack, functions, resources } = await synthesise({ root, outdir, stage: 'dev' });
  expect(stack).toBe('shop-dev');
  expect(functions.map(({ service }) => service)).toEqual(['note.write', 'api']);
  expect(resources.get('AWS::SQS::Queue')).toBe(2);
});
