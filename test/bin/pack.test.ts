import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const project = mkdtempSync(join(tmpdir(), 'millrace-packed-'));

function run(command: string, args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the packed library in an empty project', () => {
  beforeAll(() => {
    const packed = run(process.execPath, [join(root, 'millrace', 'bin', 'pack.ts')], root);
    expect(packed).toMatchObject({ status: 0 });
    writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
    const tarball = run('npm', ['pack', packed.stdout.trim(), '--loglevel=error'], project).stdout.trim();
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    expect(run('npm', ['install', `./${tarball}`, ...quiet], project)).toMatchObject({ status: 0 });
  }, 120_000);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it('runs a job twice delivered once, as plain JavaScript', () => {
    cpSync(join(import.meta.dirname, 'fixtures', 'packed-job.mjs'), join(project, 'job.mjs'));
    const { status, stdout, stderr } = run(process.execPath, ['job.mjs'], project);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '["completed","duplicate"]\n', stderr: '' });
  });

  it('brings the command line along', () => {
    const { status, stdout } = run(join(project, 'node_modules', '.bin', 'millrace'), ['--version'], project);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '0.1.0\n' });
  });

  it('starts the embedded engine', () => {
    const engine = join(project, 'node_modules', 'millrace', 'local', 'engine', 'start-engine.js');
    const script = `const { startEngine } = await import(${JSON.stringify(engine)});
      const engine = await startEngine(); console.log(new URL(engine.endpoint).hostname); await engine.stop();`;
    const { stdout, stderr } = run(process.execPath, ['--input-type=module', '-e', script], project);
    expect({ stdout, stderr }).toEqual({ stdout: '127.0.0.1\n', stderr: '' });
  });
});
