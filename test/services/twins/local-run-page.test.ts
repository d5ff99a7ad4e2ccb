import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTwins } from '../../../services/twins/index.ts';
import { modeSchema } from '../../../services/twins/mode.ts';
import { readProjectFile } from '../../architecture/project-files.ts';
import { temporaryProject } from '../../bin/temporary-project.ts';

const run = promisify(execFile);
const page = readProjectFile('docs/local-run.md');

function firstCells(table: string): string[] {
  const [, rows = ''] = page.split(`| ${table}`);
  return [...(rows.split('\n\n')[0] ?? '').matchAll(/^\| `([\w-]+)` /gm)].map(([, cell = '']) => cell);
}

describe('docs/local-run.md', () => {
  it('makes a twin fail by the commands that it shows', async () => {
    const twins = await startTwins();
    onTestFinished(() => twins.stop());
    const cwd = await temporaryProject({
      '.millrace/local.json': JSON.stringify({ twins: twins.address }),
      'package.json': '{"type":"module"}',
    });
    const [, block = ''] = /```sh\n(TWINS=[\s\S]*?)```/.exec(page) ?? [];
    const commands = block.split('\n').filter((line) => !line.startsWith('npm '));
    await run('sh', ['-ec', commands.join('\n')], { cwd });
    const response = await fetch(`${twins.address}/mail/_twin/mode`);
    expect(await response.json()).toMatchObject({ mode: 'down' });
  });

  it('explains every mode and every option', () => {
    expect(firstCells('mode ')).toEqual(modeSchema.shape.mode.options);
    const options = Object.keys(modeSchema.shape).filter((name) => name !== 'mode');
    expect(options.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
