import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startEngine } from '../../millrace/local/engine/start-engine.ts';
import { runCommand } from './run-command.ts';
import { temporaryProject, writeInto } from './temporary-project.ts';

const root = join(import.meta.dirname, '../..');
const launcher = join(root, 'millrace/bin/millrace.mjs');
const url = (path: string) => JSON.stringify(pathToFileURL(join(root, path)).href);

const files = {
  'cdk.json': '{"context":{"millrace:app":"shop"}}',
  'package.json': '{"type":"module"}',
  'jobs/index.ts': `
    import { defineCatalogue, defineJob } from ${url('millrace/definition/index.ts')};
    import * as z from ${url('node_modules/zod/index.js')};
    const ship = defineJob({
      type: 'parcel.ship', owner: 'logistics', replay: { rule: 'safe' },
      payload: z.object({ parcelId: z.string() }), idempotencyKey: 'parcelId',
    });
    const owners = { logistics: { team: 'Logistics', alarmEmail: 'logistics@example.com' } };
    export const catalogue = defineCatalogue({ owners, jobs: [ship] });`,
};

const millrace = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCommand(process.execPath, [launcher, ...args], { cwd, env });

const noStack = /\n\s+at .*:\d+/;

describe('the command line', () => {
  it('tells what it can do, and how it ends', async () => {
    const cwd = await temporaryProject({});
    const { exitCode, stdout, stderr } = await millrace(cwd, ['--help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^ {2}enqueue .*\n {2}cancel .*\n {2}status .*\n {2}dead .*\n {2}redrive /m);
    expect(stdout).toContain('Exit codes: 0 done, 1 failed or refused, 2 wrong usage, 130 stopped by Ctrl-C.');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('tells of each verb with examples, and its version, in no project at all', async () => {
    const cwd = await temporaryProject({});
    const help = await millrace(cwd, ['redrive', '--help']);
    expect(help.exitCode).toBe(0);
    expect(help.stdout).toContain('npx millrace redrive email.send --dry-run');
    expect((await millrace(cwd, ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [[], '', 2],
    [['redriv'], 'unknown verb redriv; did you mean redrive?', 2],
    [['dead', '--lmit', '3'], 'unknown option --lmit; did you mean --limit?', 2],
    [['dead', '--limit'], '--limit needs a value', 2],
    [['dead', '--json=yes'], '--json takes no value, yes given', 2],
    [
      ['enqueue', 'parcel.ship'],
      "<payload as JSON> is missing\n  → millrace enqueue <job type> '<payload as JSON>'",
      2,
    ],
    [['redrive'], '<job type | job id> is missing', 2],
    [['dead', 'one', 'two'], 'there is no use for two', 2],
    [['dead'], 'no local run is alive', 1],
    [['dead', '--stage', 'dev'], 'no AWS Region: give --region, set AWS_REGION, or run aws configure', 1],
  ])('answers %j with a message, a next step and no stack trace', async (args, words, code) => {
    const cwd = await temporaryProject(files);
    const { exitCode, stdout, stderr } = await millrace(cwd, args, { HOME: cwd });
    expect(exitCode).toBe(code);
    if (words !== '') expect({ stdout, stderr }).toMatchObject({ stdout: '', stderr: expect.stringContaining(words) });
    expect(stderr).not.toMatch(noStack);
  });

  it('says in one line that its output cannot be written, and fails', async () => {
    const cwd = await temporaryProject({});
    const args = ['-c', '"$0" "$@" > /dev/full', process.execPath, launcher, '--help'];
    expect(await runCommand('sh', args, { cwd })).toEqual({
      ...{ exitCode: 1, stdout: '' },
      stderr: "millrace: the output can't be written: ENOSPC: no space left on device, write\n",
    });
  });

  it('says where a project would be', async () => {
    const cwd = await temporaryProject({});
    const { exitCode, stderr } = await millrace(cwd, ['dead']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('change to the folder that holds cdk.json and jobs/index.ts');
  });

  it("says what is wrong with the project's jobs, and its place with --verbose", async () => {
    const cwd = await temporaryProject({ ...files, 'jobs/index.ts': "import './gone.ts';" });
    const { exitCode, stderr } = await millrace(cwd, ['dead']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("the jobs can't be loaded");
    expect(stderr).not.toMatch(noStack);
    expect((await millrace(cwd, ['dead', '--verbose'])).stderr).toMatch(noStack);
  });

  it.each([
    ['throws', '\n\nnull.x;', "Cannot read properties of null (reading 'x')\n  → put right jobs/bad.ts:3\n"],
    ['is no TypeScript', '\nconst = 3;', '  → put right jobs/bad.ts:2\n'],
    ['declares a name twice', 'const a = 1;\nconst a = 2;', 'jobs/index.ts says where\n'],
  ])('names the place in a job file that %s', async (_what, text, words) => {
    const cwd = await temporaryProject({ ...files, 'jobs/bad.ts': text, 'jobs/index.ts': "import './bad.ts';" });
    const { exitCode, stderr } = await millrace(cwd, ['dead']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(words);
  });
});

describe('the command line with a local run', () => {
  it('sends to it, and refuses a bad payload with its paths', async () => {
    const engine = await startEngine();
    const cwd = await temporaryProject(files);
    await writeInto(cwd, '.millrace/local.json', JSON.stringify(runFile(engine.endpoint, process.pid)));
    try {
      await createQueue(engine.endpoint, 'shop-dev-parcel-ship');
      const sent = await millrace(cwd, ['enqueue', 'parcel.ship', '{"parcelId":"p-1"}', '--json']);
      expect({ ...sent, stdout: JSON.parse(sent.stdout) }).toMatchObject({
        ...{ exitCode: 0, stderr: '' },
        stdout: { jobId: 'parcel.ship:p-1', queue: 'shop-dev-parcel-ship', stage: 'dev' },
      });
      const refused = await millrace(cwd, ['enqueue', 'parcel.ship', '{"parcelId":1}']);
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
      expect(refused.stderr).toContain('parcel.ship: payload refused\n  parcelId: ');
      expect(refused.stderr).not.toMatch(noStack);
      const gone = await millrace(cwd, ['dead']);
      expect(gone.stderr).toContain('there is no queue shop-dev-parcel-ship-dead');
    } finally {
      await engine.stop();
    }
  });

  it('speaks to a named stage through the variables of the AWS SDK', async () => {
    const engine = await startEngine();
    const cwd = await temporaryProject(files);
    try {
      await createQueue(engine.endpoint, 'shop-dev-parcel-ship');
      const args = ['enqueue', 'parcel.ship', '{"parcelId":"p-1"}', '--stage', 'dev'];
      const { exitCode, stdout, stderr } = await millrace(cwd, args, engine.environment);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toBe('parcel.ship:p-1\nsent to shop-dev-parcel-ship (shop-dev in us-east-1)\n');
    } finally {
      await engine.stop();
    }
  });

  it('says so where it does not answer any more', async () => {
    const cwd = await temporaryProject(files);
    await writeInto(cwd, '.millrace/local.json', JSON.stringify(runFile('http://127.0.0.1:1', process.pid)));
    const { exitCode, stderr } = await millrace(cwd, ['dead']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the service does not answer');
    expect(stderr).not.toMatch(noStack);
  });
});

describe('the command line under an old Node', () => {
  const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.19.0' });";

  it('goes on with the Node that npm installed in the project', async () => {
    const cwd = await temporaryProject({
      'old-node.cjs': pretend,
      'node_modules/.bin/node': '#!/bin/sh\nshift\necho "newer node: $*"\nexit 3\n',
    });
    const args = ['--require', './old-node.cjs', launcher, 'dead', '--json'];
    const { exitCode, stdout } = await runCommand(process.execPath, args, { cwd });
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: 'newer node: dead --json\n' });
  });

  it.each([
    [
      'Run npm ci in the project: it brings a newer one along, for this project only.',
      '{"devDependencies":{"node":"24.0.0"}}',
    ],
    ['This brings a newer one along, for this project only: npm install --save-dev node@24', '{}'],
  ])('says what is missing where there is none: %s', async (words, manifest) => {
    const cwd = await temporaryProject({ 'old-node.cjs': pretend, 'package.json': manifest });
    const { exitCode, stderr } = await runFromOutside(cwd);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`millrace needs Node 22.18 or newer; this is Node 20.19.0.\n${words}\n`);
  });
});

describe('the command line without its dependencies', () => {
  it('says how to get them', async () => {
    const cwd = await temporaryProject({
      'package.json': '{"type":"module"}',
      'bin/millrace.mjs': await readFile(launcher, 'utf8'),
      'ops/cli/main.ts': "import 'a-package-that-is-not-there';",
    });
    const { exitCode, stderr } = await runCommand(process.execPath, ['bin/millrace.mjs', 'dead'], { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Cannot find package 'a-package-that-is-not-there'");
    expect(stderr).toContain('run npm ci in the project');
    expect(stderr).not.toMatch(noStack);
  });
});

/** A copy of the launcher, with no node_modules above it. */
async function runFromOutside(cwd: string) {
  await writeInto(cwd, 'bin/millrace.mjs', await readFile(launcher, 'utf8'));
  return runCommand(process.execPath, ['--require', './old-node.cjs', 'bin/millrace.mjs', 'dead'], { cwd });
}

function runFile(endpoint: string, pid: number) {
  const keys = { accessKeyId: 'local', secretAccessKey: 'local', region: 'us-east-1' };
  const names = { app: 'shop', stage: 'dev', table: 'shop-dev-records' };
  return { ...keys, ...names, sqsEndpoint: endpoint, dynamodbEndpoint: endpoint, pid };
}

async function createQueue(endpoint: string, name: string) {
  const { CreateQueueCommand, SQSClient } = await import('@aws-sdk/client-sqs');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  await client.send(new CreateQueueCommand({ QueueName: name }));
  client.destroy();
}
