import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesise } from 'millrace/cdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../millrace/package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

it('the app of docs/library.md is a stack of one job, the API and its sweeper', { timeout: 60_000 }, async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'millrace-library-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const app = join(import.meta.dirname, 'snippets/library');
  const { stack, functions, resources } = await synthesise({ root: app, outdir, stage: 'dev' });
  expect(stack).toBe('shop-dev');
  expect(functions.map(({ service }) => service)).toEqual(['note.write', 'api', 'sweeper']);
  expect(resources.get('AWS::SQS::Queue')).toBe(3);
});

/** The name of each module that the page lists, with the names that it says are in there. */
function documented(): Map<string, readonly string[]> {
  const [, after = ''] = readFileSync(join(root, 'docs/library.md'), 'utf8').split('## What to import\n');
  const [section = ''] = after.split('\n## ');
  const items = [...section.matchAll(/^- \*\*`([\w/]+)`\*\*([\s\S]*?)(?=^- |$(?![\s\S]))/gm)];
  return new Map(items.map(([, name = '', text = '']) => [name, [...text.matchAll(/`(\w+)`/g)].map(wordOf)]));
}

const wordOf = ([, word = '']: RegExpExecArray) => word;
const modules = Object.entries(manifest.exports).filter(([, file]) => file.endsWith('.ts'));
const nameOf = (path: string) => path.replace('.', 'millrace');

/** Types leave no trace in a module that runs: these are read from its source. */
function exportedTypes(file: string): readonly string[] {
  const source = readFileSync(join(root, 'millrace', file), 'utf8');
  const lists = [...source.matchAll(/export type \{([^}]*)\}/g)].map(wordOf).join(',');
  return [...[...lists.matchAll(/(\w+)/g)].map(wordOf), ...[...source.matchAll(/[{,] type (\w+)/g)].map(wordOf)];
}

describe('docs/library.md', () => {
  it('lists the modules of the package', () => {
    expect([...documented().keys()].sort()).toEqual(modules.map(([path]) => nameOf(path)).sort());
  });

  it.each(modules.map(([path, file]) => [nameOf(path), file] as const))(
    'names all that is in %s, and nothing else',
    async (name, file) => {
      const values = Object.keys(await import(join(root, 'millrace', file)));
      const listed = new Set(documented().get(name));
      expect([...listed].sort()).toEqual([...values, ...exportedTypes(file)].sort());
    },
  );
});
