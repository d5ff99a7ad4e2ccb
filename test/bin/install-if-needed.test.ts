import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { temporaryProject, writeInto } from './temporary-project.ts';

const script = join(import.meta.dirname, '../../millrace/bin/install-if-needed.mjs');

const lock = (packages: Readonly<Record<string, object>>) => JSON.stringify({ lockfileVersion: 3, packages });
const wanted = {
  '': { name: 'app' },
  'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' },
  'node_modules/only-elsewhere': { version: '1.0.0', integrity: 'sha512-b', optional: true },
};
const { 'node_modules/zod': zod } = wanted;

/** Stands for npm: says what it was asked, and ends as it is told. */
const fakeNpm = (exitCode: number) => `#!/bin/sh\necho "fake npm $*"\necho "on standard error" >&2\nexit ${exitCode}\n`;

const install = (cwd: string) =>
  runCommand(process.execPath, [script], { cwd, env: { PATH: `${join(cwd, 'bin')}:/usr/bin:/bin` } });

describe('what npm scripts run first', () => {
  it('does and says nothing where all that the lock file asks for is installed', async () => {
    const cwd = await temporaryProject({
      'package-lock.json': lock(wanted),
      'node_modules/.package-lock.json': lock({ 'node_modules/zod': zod, 'node_modules/extra': { version: '1.0.0' } }),
      'bin/npm': fakeNpm(1),
    });
    expect(await install(cwd)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    await writeInto(cwd, 'deep/er/file', '');
    expect(await install(join(cwd, 'deep/er'))).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['nothing is installed', {}],
    ['an installation was cut short', { 'node_modules/.package-lock.json': '{"packa' }],
    ['a package is missing', { 'node_modules/.package-lock.json': lock({}) }],
    [
      'another version is installed',
      { 'node_modules/.package-lock.json': lock({ 'node_modules/zod': { ...zod, version: '3.9.0' } }) },
    ],
  ])('installs where %s, and keeps standard output clean', async (_when, files) => {
    const cwd = await temporaryProject({ 'package-lock.json': lock(wanted), 'bin/npm': fakeNpm(0), ...files });
    const { exitCode, stdout, stderr } = await install(cwd);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toMatch(/^installing dependencies, once: about a minute\ninstalled in \d+ s\n$/);
  });

  it("ends with 1 and npm's own output where npm fails", async () => {
    const cwd = await temporaryProject({ 'package-lock.json': lock(wanted), 'bin/npm': fakeNpm(7) });
    const { exitCode, stdout, stderr } = await install(cwd);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('fake npm ci --include=dev');
    expect(stderr).toContain('on standard error');
    expect(stderr).toContain('npm ci failed after');
  });

  it('installs without a lock file too', async () => {
    const cwd = await temporaryProject({ 'package.json': '{}', 'bin/npm': fakeNpm(1) });
    expect((await install(cwd)).stderr).toContain('fake npm install --include=dev');
  });
});
