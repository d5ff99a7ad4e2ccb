import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { processEnvironment } from '../../millrace/local/environment.ts';
import { projectDir } from './project-files.ts';

/** A copy of the project that a test may change, with the packages that are installed here. */
export interface ProjectCopy {
  readonly dir: string;
  /** Runs Node with these arguments in the copy. @throws with its output where it does not end with 0. */
  node(...args: readonly string[]): Promise<string>;
  /** Starts Node with these arguments in the copy; `remove` ends it. */
  start(...args: readonly string[]): ReturnType<typeof spawn>;
  remove(): Promise<void>;
}

const LEFT_OUT = new Set(['node_modules', '.git', '.millrace', 'cdk.out', 'dist']);

export function copyProject(): ProjectCopy {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-copy-'));
  cpSync(projectDir, dir, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  linkPackages(dir);
  const running = new Set<ReturnType<typeof spawn>>();
  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, args, { cwd: dir, env: environment(dir), stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    child.once('close', () => running.delete(child));
    return child;
  };
  return {
    dir,
    start,
    node: (...args) => outputOf(start(...args), args),
    async remove() {
      await Promise.all([...running].map(end));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** All packages but the library itself, which is the copy's. */
function linkPackages(dir: string): void {
  const installed = join(projectDir, 'node_modules');
  mkdirSync(join(dir, 'node_modules'));
  for (const name of readdirSync(installed)) {
    const isCache = name.startsWith('.vite');
    if (!isCache && name !== 'millrace') symlinkSync(join(installed, name), join(dir, 'node_modules', name));
  }
  symlinkSync(join(dir, 'millrace'), join(dir, 'node_modules', 'millrace'));
}

/** What this test run was told by its own runner is none of the copy's business. */
function environment(dir: string): Record<string, string | undefined> {
  const own = Object.entries(processEnvironment()).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$|npm_)/.test(name));
  const path = join(dir, 'node_modules', '.bin') + delimiter + (processEnvironment().PATH ?? '');
  return { ...Object.fromEntries(own), PATH: path, NO_COLOR: '1' };
}

function outputOf(child: ReturnType<typeof spawn>, args: readonly string[]): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${args.join(' ')} ended with ${code}\n${output}`)),
    );
  });
}

async function end(child: ReturnType<typeof spawn>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('close', () => resolve());
  child.kill('SIGTERM');
  await promise;
}
