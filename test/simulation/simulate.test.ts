import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../bin/run-command.ts';

const run = (...args: readonly string[]) =>
  runCommand(process.execPath, [join(import.meta.dirname, 'simulate.ts'), ...args], { cwd: import.meta.dirname });

describe('npm run simulate, of one schedule', { timeout: 60_000 }, () => {
  it('tells what happened in it, and in the end that nothing was violated', async () => {
    const { exitCode, stdout, stderr } = await run('--only', '7');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.at(-1)).toBe('seed 7: nothing was violated');
  });

  it('is JSON lines for scripts: what happened, and in the end one object that counts', async () => {
    const { exitCode, stdout, stderr } = await run('--only', '7', '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines: object[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ event: expect.stringMatching(/\S/) });
    expect(lines.at(-1)).toEqual({
      ...{ runs: 1, seconds: expect.any(Number), violations: 0 },
      faults: expect.objectContaining({ redrive: expect.any(Number) }),
    });
  });

  it.each([
    ['--runs', '--only SEED runs one schedule: leave out --runs'],
    ['--seed', '--only SEED runs one schedule: leave out --seed'],
  ])('takes no %s besides', async (option, nextStep) => {
    const stderr = `millrace: --only and ${option} are given\n  → ${nextStep}\n`;
    expect(await run('--only', '7', option, '5')).toEqual({ exitCode: 2, stdout: '', stderr });
  });
});
