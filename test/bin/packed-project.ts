import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** An empty project into which the packed library was installed. */
export interface PackedProject {
  readonly folder: string;
  run(command: string, args: readonly string[], cwd?: string): Ran;
  remove(): void;
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function createPackedProject(): PackedProject {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-packed-'));
  const run = (command: string, args: readonly string[], cwd = folder): Ran => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const succeed = ({ status, stdout, stderr }: Ran) => {
    if (status !== 0) throw new Error(`ended with ${status}: ${stderr || stdout}`);
    return stdout.trim();
  };
  const packed = succeed(run(process.execPath, [join(root, 'millrace', 'bin', 'pack.ts')], root));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const tarball = succeed(run('npm', ['pack', packed, '--loglevel=error']));
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  succeed(run('npm', ['install', `./${tarball}`, ...quiet]));
  return { folder, run, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
