import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeBlock, codeBlocks } from '../docs/code-blocks.ts';
import { localRunOfCopy } from './local-run-of-copy.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';
import { projectDir } from './project-files.ts';
import { projectGates } from './project-gates.ts';

let copy: ProjectCopy;

beforeAll(() => {
  copy = copyProject();
  for (const block of codeBlocks(join(projectDir, 'CONTRIBUTING.md'))) apply(block);
});
afterAll(() => copy.remove());

/** Does what CONTRIBUTING shows: a `ts` block is a new file, a `diff` block lines after a line that is there. */
function apply({ language, file, text }: CodeBlock): void {
  if (file === undefined || file.startsWith('test/docs/')) return;
  const path = join(copy.dir, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, language === 'diff' ? withAddedLines(readFileSync(path, 'utf8'), text) : text);
}

function withAddedLines(source: string, diff: string): string {
  const lines = source.replace('jobs: []', 'jobs: [\n  ]').split('\n');
  let at = -1;
  for (const line of diff.trimEnd().split('\n')) {
    const [sign, content] = [line[0], line.slice(1)];
    if (sign === '+' && lines.includes(content)) continue;
    if (sign === '+') lines.splice(++at, 0, content);
    else at = lines.indexOf(content);
    expect(at, `the line ${line} stands in the file`).toBeGreaterThan(-1);
  }
  return lines.join('\n');
}

describe.concurrent('a sixth job, added as CONTRIBUTING shows it', { timeout: 120_000 }, () => {
  it('passes the linter', async () => {
    await projectGates.lint(copy);
  });

  it('is typed', async () => {
    await projectGates.types(copy);
  });

  it('passes its own test, and those that speak of the whole catalogue', async () => {
    const paths = [
      'test/functions/consumers/avatar-draw.test.ts',
      'test/jobs',
      'test/services/granted-services.test.ts',
    ];
    await projectGates.tests(copy, ...paths);
  });

  it('has its queues, consumer and alarms in a template that breaks no rule', async ({ expect: expectHere }) => {
    await projectGates.synth(copy);
    const template = readFileSync(join(copy.dir, 'cdk.out/rules/dev/millrace-dev.template.json'), 'utf8');
    const resources: { Type: string; Properties: Record<string, unknown> }[] = Object.values(
      JSON.parse(template).Resources,
    );
    const named = (type: string, property: string) =>
      resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties[property]);
    expectHere(named('AWS::SQS::Queue', 'QueueName')).toEqual(
      expectHere.arrayContaining(['millrace-dev-avatar-draw', 'millrace-dev-avatar-draw-dead']),
    );
    expectHere(JSON.stringify(named('AWS::Lambda::Function', 'Environment'))).toContain('"avatar.draw"');
    expectHere(named('AWS::CloudWatch::Alarm', 'AlarmName')).toEqual(
      expectHere.arrayContaining([
        'millrace-dev-avatar-draw-depth',
        'millrace-dev-avatar-draw-oldest-age',
        'millrace-dev-avatar-draw-dead-letters',
      ]),
    );
  });

  it('is completed by the local run when it is sent from the command line', async ({ expect: expectHere }) => {
    const run = localRunOfCopy(copy);
    await run.next('ready');
    await copy.node('millrace/bin/millrace.mjs', 'enqueue', 'avatar.draw', '{"userId":"u-1"}');
    expectHere(await run.next('outcome')).toMatchObject({
      outcome: 'completed',
      jobId: 'avatar.draw:u-1',
      attempt: 1,
    });
  });
});
