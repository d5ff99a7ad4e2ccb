import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { temporaryProject } from './temporary-project.ts';

const script = join(import.meta.dirname, '../../millrace/bin/write-pages.ts');
const writePages = (cwd: string) => runCommand(process.execPath, [script], { cwd });

describe('npm run docs', () => {
  it('writes every generated page of the project it is called in, each saying so', async () => {
    const root = await temporaryProject({
      'cdk.json': '{}',
      'jobs/index.ts': 'export const catalogue = { owners: {}, jobs: [] };',
    });
    await mkdir(join(root, 'services'));
    expect(await writePages(join(root, 'services'))).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const [jobs, operating] = await Promise.all(
      ['jobs.md', 'operating.md'].map((page) => readFile(join(root, 'docs', page), 'utf8')),
    );
    expect(jobs).toMatch(/^# Jobs\n\n<!-- Made from jobs\/ by: npm run docs -->/);
    expect(operating).toMatch(/^# Operating\n\n<!-- Made from millrace\/ops\/verbs by: npm run docs -->/);
  });

  it('says what is wrong where there is no project', async () => {
    const folder = await temporaryProject({});
    const { exitCode, stderr } = await writePages(folder);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^millrace: there is no Millrace project in/);
    expect(stderr).not.toContain('    at ');
  });
});
