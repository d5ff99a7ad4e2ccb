import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../bin/run-command.ts';

const run = (...args: readonly string[]) =>
  runCommand(process.execPath, [join(import.meta.dirname, 'tell.ts'), ...args], { cwd: import.meta.dirname });

describe('npm run chaos', { timeout: 60_000 }, () => {
  it.each([
    [['--jobs', 'abc'], '--jobs: abc given', 'whole numbers from 1 to 1000000 are allowed'],
    [['--jobs', '0'], '--jobs: 0 given', 'whole numbers from 1 to 1000000 are allowed'],
    [['--jobs', '-5'], '--jobs: -5 given', 'whole numbers from 1 to 1000000 are allowed'],
    [['--seed', '1.5'], '--seed: 1.5 given', 'whole numbers from 1 to 2147483647 are allowed'],
    [['--bogus'], 'unknown option --bogus', 'npm run chaos -- --help'],
  ])('answers %j as the verbs answer wrong usage', async (args, message, nextStep) => {
    const stderr = `millrace: ${message}\n  → ${nextStep}\n`;
    expect(await run(...args)).toEqual({ exitCode: 2, stdout: '', stderr });
  });

  it('explains itself in 80 columns', async () => {
    const { exitCode, stdout, stderr } = await run('--help');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^npm run chaos -- \[--jobs N\] \[--seed S\]\n/);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('tells which seed it takes, what happened, and that each effect happened once', async () => {
    const { exitCode, stdout, stderr } = await run('--jobs', '3', '--seed', '7');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^3 jobs, --seed 7\n[\s\S]*\n3 completed in [\d.]+ s, each effect once\n$/);
  });
});
