import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { projectDir } from './project-files.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-ci-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** What vitest's JSON reporter writes, as far as it is read. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

interface Project {
  readonly types?: number;
  readonly install?: number;
  readonly report?: Report;
  readonly tests?: number;
}

/** Runs `.ci/run`, from elsewhere, over a project whose gates end with these exit codes. */
function ciRun({ types = 0, install = 0, tests = 0, report }: Project) {
  const exit = (code: number) => `node -e "process.exit(${code})"`;
  const scripts = { check: 'npm run types && npm test && npm run synth', types: exit(types), synth: exit(0) };
  const fakeVitest = `import { writeFileSync } from 'node:fs';
    const option = process.argv.find((argument) => argument.startsWith('--outputFile.json='));
    const report = ${JSON.stringify(report ?? null)};
    if (report) writeFileSync(option.split('=')[1], JSON.stringify(report));
    process.exit(${tests});`;
  mkdirSync(join(dir, 'millrace/bin'), { recursive: true });
  cpSync(join(projectDir, '.ci'), join(dir, '.ci'), { recursive: true });
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ scripts: { ...scripts, test: 'node fake-vitest.mjs' } }));
  writeFileSync(join(dir, 'fake-vitest.mjs'), fakeVitest);
  writeFileSync(join(dir, 'millrace/bin/install-if-needed.mjs'), `process.exit(${install});`);
  const { status, stdout } = spawnSync(join(dir, '.ci/run'), { cwd: tmpdir(), encoding: 'utf8' });
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

const file = (...statuses: readonly string[]) => ({
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
});
const sevenPassed: Report = { numPassedTests: 7, numFailedTests: 0, testResults: [file('passed', 'skipped')] };

describe('.ci/run', { timeout: 60_000 }, () => {
  it('counts every test, and each other gate as one', () => {
    expect(ciRun({ report: sevenPassed })).toEqual({ status: 0, lastLine: '9 passed, 0 failed' });
  });

  it('goes on after a gate that failed', () => {
    expect(ciRun({ types: 2, report: sevenPassed })).toEqual({ status: 1, lastLine: '8 passed, 1 failed' });
  });

  it('counts failed tests, and files that broke before their first', () => {
    const testResults = [file('passed', 'failed'), { status: 'failed', assertionResults: [] }];
    const report = { numPassedTests: 7, numFailedTests: 1, testResults };
    expect(ciRun({ tests: 1, report })).toEqual({ status: 1, lastLine: '9 passed, 2 failed' });
  });

  it('counts an error outside of every test, and a run without a report', () => {
    expect(ciRun({ tests: 1, report: sevenPassed })).toEqual({ status: 1, lastLine: '9 passed, 1 failed' });
    expect(ciRun({ tests: 1 })).toEqual({ status: 1, lastLine: '2 passed, 1 failed' });
  });

  it('ends at once where nothing can be installed', () => {
    expect(ciRun({ install: 1 })).toEqual({ status: 1, lastLine: '0 passed, 1 failed' });
  });
});

describe('the check', () => {
  it('is lint, types, tests, ten thousand schedules, synth with its rules, and chaos', () => {
    expect(packageJson.scripts.check.split(' && ')).toEqual([
      'npm run lint',
      'npm run types',
      'npm test',
      'npm run simulate -- --runs 10000',
      'npm run synth -- --rules',
      'npm run chaos',
    ]);
  });
});
