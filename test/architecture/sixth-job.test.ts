import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  addMoreJobs();
});
afterAll(() => copy.remove());

/** Does what CONTRIBUTING shows: a `ts` block is a new file, a `diff` block lines after a line that is there. */
function apply({ language, file, text }: CodeBlock): void {
  if (file === undefined || file.startsWith('test/docs/')) return;
  const path = join(copy.dir, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, language === 'diff' ? withAddedLines(readFileSync(path, 'utf8'), text) : text);
}

/** An ordered one and one with priorities, in the same copy: one of their own would cost every gate's time again. */
function addMoreJobs(): void {
  cpSync(join(import.meta.dirname, 'fixtures/more-jobs'), copy.dir, { recursive: true });
  const index = join(copy.dir, 'jobs/index.ts');
  writeFileSync(index, withAddedLines(readFileSync(index, 'utf8'), MORE_LINES));
}

const MORE_LINES = ` import { avatarDraw } from './avatar-draw.ts';
+import { avatarPrint } from './avatar-print.ts';
+import { avatarSync } from './avatar-sync.ts';
   jobs: [
+    avatarPrint,
+    avatarSync,
`;

function withAddedLines(source: string, diff: string): string {
  const lines = source.replace('jobs: []', 'jobs: [\n  ]').replace('[] = [];', '[] = [\n];').split('\n');
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

describe.concurrent('a sixth job and a webhook, added as CONTRIBUTING shows it, an ordered job and one with priorities', {
  timeout: 120_000,
}, () => {
  it('pass the linter', async () => {
    await projectGates.lint(copy);
  });

  it('are typed', async () => {
    await projectGates.types(copy);
  });

  it('pass the first one’s own test, and those that speak of the whole catalogue', async () => {
    const paths = [
      'test/infra',
      'test/functions/consumers/avatar-draw.test.ts',
      'test/jobs',
      'test/services/granted-services.test.ts',
    ];
    await projectGates.tests(copy, ...paths);
  });

  it('have their queues, consumers and alarms in a template that breaks no rule', async ({ expect: expectHere }) => {
    await projectGates.synth(copy);
    const template = readFileSync(join(copy.dir, 'cdk.out/rules/dev/millrace-dev.template.json'), 'utf8');
    const resources: { Type: string; Properties: Record<string, unknown> }[] = Object.values(
      JSON.parse(template).Resources,
    );
    const named = (type: string, property: string) =>
      resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties[property]);
    expectHere(named('AWS::SQS::Queue', 'QueueName')).toEqual(
      expectHere.arrayContaining([
        ...['millrace-dev-avatar-draw', 'millrace-dev-avatar-draw-dead'],
        ...['millrace-dev-avatar-print-high', 'millrace-dev-avatar-print-normal-dead'],
        ...['millrace-dev-avatar-sync.fifo', 'millrace-dev-avatar-sync-dead.fifo'],
      ]),
    );
    const environments = JSON.stringify(named('AWS::Lambda::Function', 'Environment'));
    for (const type of ['avatar.draw', 'avatar.print', 'avatar.sync']) expectHere(environments).toContain(`"${type}"`);
    expectHere(named('AWS::ApiGatewayV2::Route', 'RouteKey')).toContain('POST /webhooks/avatar-sponsors');
    expectHere(environments).toContain('"AVATAR_SPONSORS_WEBHOOK_SECRET":"millrace/dev/avatar-sponsors-webhook"');
    expectHere(named('AWS::CloudWatch::Alarm', 'AlarmName')).toEqual(
      expectHere.arrayContaining([
        'millrace-dev-avatar-draw-depth',
        'millrace-dev-avatar-draw-oldest-age',
        'millrace-dev-avatar-draw-dead-letters',
      ]),
    );
  });

  it('are completed by the local run when they are sent from the command line', async ({ expect: expectHere }) => {
    const run = localRunOfCopy(copy);
    await run.next('ready');
    for (const [jobId, ...sent] of [
      ['avatar.draw:u-1', 'avatar.draw', '{"userId":"u-1"}'],
      ['avatar.sync:s-1', 'avatar.sync', '{"syncId":"s-1","tenantId":"t-1"}'],
      ['avatar.print:p-1', 'avatar.print', '{"printId":"p-1"}', '--priority', 'high'],
    ]) {
      await copy.node('millrace/bin/millrace.mjs', 'enqueue', ...sent);
      expectHere(await run.next('outcome')).toMatchObject({ outcome: 'completed', jobId, attempt: 1 });
    }
  });
});
