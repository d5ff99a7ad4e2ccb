import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { env } from 'node:process';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeInto } from '../../bin/temporary-project.ts';
import { createNotesProject } from '../fixtures/notes-project.ts';

// Real processes on a busy machine.
const slow = { timeout: 60_000 };
const within = { timeout: 20_000, interval: 20 };
const launcher = join(import.meta.dirname, '..', '..', '..', 'millrace', 'bin', 'millrace.mjs');
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function openProject(options = {}) {
  const project = createNotesProject(options);
  ends.push(project.remove);
  return project;
}

function run(argv: readonly string[], { cwd = import.meta.dirname, variables = {} } = {}) {
  const child = spawn(process.execPath, [launcher, ...argv], { cwd, env: { ...env, ...variables } });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const closed = once(child, 'close');
  ends.unshift(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return { child, output, closed };
}

async function interrupt(child: ChildProcess, closed: Promise<unknown[]>): Promise<unknown> {
  child.kill('SIGINT');
  // npm passes on what the terminal has sent already.
  child.kill('SIGINT');
  return (await closed)[0];
}

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return (server.address() as { port: number }).port;
}

describe('npm start', slow, () => {
  it('prints JSON lines, ready first, an outcome for a job that was sent, and ends with 0 on Ctrl-C', async () => {
    const { projectDir } = openProject();
    const { child, output, closed } = run(['local', '--json'], { cwd: projectDir });
    const lines = () =>
      output.out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    await vi.waitFor(() => expect(lines()[0]).toMatchObject({ event: 'ready', table: 'shop-dev-records' }), within);
    const { endpoint, region, accessKeyId, secretAccessKey, queues } = lines()[0];
    const sqs = new SQSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
    ends.push(() => sqs.destroy());
    await sqs.send(new SendMessageCommand({ QueueUrl: queues['note.write'], MessageBody: '{"note":"n-1"}' }));
    const outcome = { event: 'outcome', outcome: 'completed', jobId: 'note.write:n-1' };
    await vi.waitFor(() => expect(lines()).toContainEqual(expect.objectContaining(outcome)), within);
    expect(await interrupt(child, closed)).toBe(0);
    expect(output.err).toBe('');
    expect(existsSync(join(projectDir, '.millrace', 'local.json'))).toBe(false);
    await expect(fetch(endpoint)).rejects.toThrow();
  });

  it('shows people addresses, jobs and commands, without colours in a file', async () => {
    const { projectDir } = openProject();
    const { child, output, closed } = run(['local'], { cwd: projectDir });
    await vi.waitFor(() => expect(output.out).toContain('What happens to each job shows below.'), within);
    expect(output.out).toContain('npx millrace enqueue note.write');
    expect(output.out).not.toContain('\u001b[');
    expect(await interrupt(child, closed)).toBe(0);
    expect(output.out.trimEnd().endsWith('Ended.')).toBe(true);
  });

  it.each<[string, string[], Record<string, string>, { app?: string }, RegExp]>([
    [
      'a synth that fails',
      [],
      {},
      { app: 'node -e "throw new Error(\'no owner\')"' },
      /^millrace: stage dev can't be synthesised\n.*no owner/s,
    ],
    [
      'an engine that can not be reached',
      [],
      { AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:1' },
      {},
      /^millrace: SQS does not answer at http:\/\/127\.0\.0\.1:1: /,
    ],
  ])('ends with 1 and says why, without a stack: %s', async (_what, argv, variables, options, message) => {
    const { projectDir } = openProject(options);
    const { output, closed } = run(['local', ...argv], { cwd: projectDir, variables });
    expect((await closed)[0]).toBe(1);
    expect(output.err).toMatch(message);
    expect(output.err).not.toMatch(/^\s+at /m);
    expect(Math.max(...output.err.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each([
    ['jobs/index.ts', "millrace: the jobs can't be loaded: no owner is named\n  → put right jobs/index.ts:2\n"],
    [
      'services/twins/index.ts',
      "millrace: the twins can't be started: no owner is named\n  → put right services/twins/index.ts:2\n",
    ],
  ])('ends with 1 and names the place where %s throws', async (file, message) => {
    const { projectDir } = openProject();
    await writeInto(projectDir, file, "\nthrow new Error('no owner is named');\n");
    const { output, closed } = run(['local'], { cwd: projectDir });
    expect((await closed)[0]).toBe(1);
    expect(output.err).toBe(message);
  });

  it('ends with 1 and the number of a port that is taken', async () => {
    const { projectDir } = openProject();
    const port = await takenPort();
    const { output, closed } = run(['local', '--port', String(port)], { cwd: projectDir });
    expect((await closed)[0]).toBe(1);
    expect(output.err).toMatch(new RegExp(`^millrace: port ${port} is taken`));
    expect(output.err).not.toMatch(/^\s+at /m);
  });
});

describe('npm run engine', slow, () => {
  it('prints the environment that points an SDK at it, and ends with 0 on Ctrl-C', async () => {
    const { child, output, closed } = run(['engine']);
    await vi.waitFor(() => expect(output.out).toContain('AWS_SECRET_ACCESS_KEY'), within);
    expect(output.out).toMatch(
      /export AWS_ENDPOINT_URL=http:\/\/127\.0\.0\.1:\d+\nexport AWS_REGION=us-east-1\nexport AWS_ACCESS_KEY_ID=local\nexport AWS_SECRET_ACCESS_KEY=local\n$/,
    );
    expect(await interrupt(child, closed)).toBe(0);
  });

  it('ends with 1 and the number of a port that is taken', async () => {
    const port = await takenPort();
    const { output, closed } = run(['engine', '--port', String(port)]);
    expect((await closed)[0]).toBe(1);
    expect(output.err).toMatch(new RegExp(`^millrace: port ${port} is taken`));
  });

  it.each([
    ['local', ['--nope'], 'millrace: unknown option --nope\n  → npm start -- --help\n'],
    ['local', ['--josn'], 'millrace: unknown option --josn; did you mean --json?\n  → npm start -- --help\n'],
    ['local', ['now'], 'millrace: there is no use for now\n  → npm start -- --help\n'],
    ['local', ['--port', 'x'], 'millrace: --port: x given\n  → whole numbers from 0 to 65535 are allowed\n'],
    ['engine', ['--port', '-1'], 'millrace: --port: -1 given\n  → whole numbers from 0 to 65535 are allowed\n'],
    ['engine', ['--port'], 'millrace: --port needs a value\n  → --port NUMBER\n'],
    ['engine', ['--nope'], 'millrace: unknown option --nope\n  → npm run engine -- --help\n'],
  ])('refuses wrong usage with 2, as the verbs do, and so does npm start: %s %j', async (command, argv, message) => {
    const { output, closed } = run([command, ...argv]);
    expect((await closed)[0]).toBe(2);
    expect(output).toEqual({ out: '', err: message });
  });

  it.each(['local', 'engine'])('explains itself with --help, as does npm start: %s', async (command) => {
    const { output, closed } = run([command, '--help']);
    expect((await closed)[0]).toBe(0);
    expect(output.out).toContain('--port NUMBER');
  });
});
