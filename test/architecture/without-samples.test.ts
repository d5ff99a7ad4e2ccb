import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { codeBlocks } from '../docs/code-blocks.ts';
import { localRunOfCopy } from './local-run-of-copy.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';
import { projectGates } from './project-gates.ts';

const SAMPLES = ['billing-charge', 'email-send', 'image-resize', 'lead-enrich', 'report-generate'];

let copy: ProjectCopy;

beforeAll(() => {
  copy = copyProject();
  const asContributingSays = codeBlocks(join(copy.dir, 'CONTRIBUTING.md')).find(
    ({ file }) => file === 'without-samples',
  );
  execFileSync('sh', ['-ec', asContributingSays?.text ?? 'exit 1'], { cwd: copy.dir });
  const names = SAMPLES.map((stem) => stem.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase()));
  const ofSample = new RegExp(`\\b(${[...names, 'githubEvents', 'stripeEvents'].join('|')})\\b`);
  for (const index of ['jobs/index.ts', 'jobs/webhooks/index.ts'].map((file) => join(copy.dir, file))) {
    const kept = readFileSync(index, 'utf8')
      .split('\n')
      .filter((line) => !ofSample.test(line));
    writeFileSync(index, kept.join('\n'));
  }
});
afterAll(() => copy.remove());

describe.concurrent('the project without its sample jobs and webhooks', { timeout: 120_000 }, () => {
  it('passes the linter', async () => {
    await projectGates.lint(copy);
  });

  it('is typed', async () => {
    await projectGates.types(copy);
  });

  it('synthesises a stack that breaks no rule', async () => {
    await projectGates.synth(copy);
  });

  it('passes the tests of its catalogue, its app, its pages and its architecture', async () => {
    await copy.node('millrace/bin/write-pages.ts');
    const architecture = ['effects', 'names', 'packages', 'layers'].map((name) => `test/architecture/${name}.test.ts`);
    await projectGates.tests(copy, 'test/jobs', 'test/infra', 'test/functions', 'test/docs', ...architecture);
  });

  it('starts', async ({ expect }) => {
    expect(await localRunOfCopy(copy).next('ready')).toMatchObject({ queues: {}, table: 'millrace-dev-records' });
  });
});
