import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEngine } from '../../millrace/local/engine/start-engine.ts';
import { type LocalRun, startLocalRun } from '../../millrace/local/local-run.ts';
import type { LocalRunEvent } from '../../millrace/local/local-run-event.ts';
import { localRunFilePath } from '../../millrace/ops/stack/local-run-file.ts';
import { createNotesProject } from './fixtures/notes-project.ts';
import { signedHeaders } from './http-api/local-signature.ts';

let project: ReturnType<typeof createNotesProject>;
let events: LocalRunEvent[];
let run: LocalRun | undefined;

beforeEach(() => {
  project = createNotesProject();
  events = [];
});
afterEach(async () => {
  await run?.stop();
  run = undefined;
  vi.unstubAllEnvs();
  project.remove();
});

async function start(port = 0): Promise<LocalRun> {
  run = await startLocalRun({ ...project, port, onEvent: (event) => events.push(event) });
  return run;
}

async function withSqs<Result>(endpoint: string, use: (sqs: SQSClient) => Promise<Result>): Promise<Result> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sqs = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  try {
    return await use(sqs);
  } finally {
    sqs.destroy();
  }
}

async function sendNote({ ready }: LocalRun, note: object): Promise<void> {
  const QueueUrl = ready.queues['note.write'];
  await withSqs(ready.sqsEndpoint, (sqs) =>
    sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(note) })),
  );
}

const within = { timeout: 10_000, interval: 20 };
// Real processes on a busy machine.
const slow = { timeout: 60_000 };
const outcome = (outcomeName: string, attempt: number) =>
  expect.objectContaining({
    event: 'outcome',
    outcome: outcomeName,
    jobId: 'note.write:n-1',
    jobType: 'note.write',
    attempt,
  });

describe('a local run', slow, () => {
  it('says first how to reach it, and keeps that in .millrace/local.json while it lasts', async () => {
    const { ready } = await start();
    const { endpoint, api } = ready;
    expect(events[0]).toEqual({
      event: 'ready',
      endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      sqsEndpoint: endpoint,
      dynamodbEndpoint: endpoint,
      api: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      twins: undefined,
      region: 'us-east-1',
      accessKeyId: 'local',
      secretAccessKey: 'local',
      queues: { 'note.write': `${endpoint}/000000000000/shop-dev-note-write` },
      deadLetterQueues: { 'note.write': `${endpoint}/000000000000/shop-dev-note-write-dead` },
      table: 'shop-dev-records',
      schedulerEndpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      schedules: [expect.anything(), expect.anything()],
      app: 'shop',
      stage: 'dev',
    });
    const file = localRunFilePath(project.projectDir);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ endpoint, api, pid: process.pid });
    await run?.stop();
    expect(existsSync(file)).toBe(false);
    await expect(fetch(endpoint)).rejects.toThrow();
  });

  it('leaves that file to an earlier run that is alive, and says so', async () => {
    const file = localRunFilePath(project.projectDir);
    const earlier = JSON.stringify({ pid: process.ppid, sqsEndpoint: 'http://127.0.0.1:1' });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, earlier);
    const { ready } = await start();
    expect(ready.earlierRun).toEqual({ pid: process.ppid, endpoint: 'http://127.0.0.1:1' });
    await run?.stop();
    expect(readFileSync(file, 'utf8')).toBe(earlier);
  });

  it('ends without a word about the batch that it breaks off', async () => {
    const local = await start();
    await sendNote(local, { note: 'n-1', hangs: 1 });
    const QueueUrl = local.ready.queues['note.write'];
    await vi.waitFor(async () => {
      const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
      const { Attributes } = await withSqs(local.ready.endpoint, (sqs) => sqs.send(command));
      expect(Attributes).toMatchObject({ ApproximateNumberOfMessagesNotVisible: '1' });
    }, within);
    await local.stop();
    expect(events.filter(({ event }) => event === 'batch-kept')).toEqual([]);
  });

  it('runs what is on the queue in the bundled function and tells the outcome', async () => {
    const { ready } = await start();
    await sendNote({ ready } as LocalRun, { note: 'n-1' });
    await vi.waitFor(() => expect(events).toContainEqual(outcome('completed', 1)), within);
    const QueueUrl = ready.queues['note.write'];
    await vi.waitFor(async () => {
      const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
      const { Attributes } = await withSqs(ready.endpoint, (sqs) => sqs.send(command));
      expect(Attributes).toMatchObject({
        ApproximateNumberOfMessages: '0',
        ApproximateNumberOfMessagesNotVisible: '0',
      });
    }, within);
  });

  it('brings a failed message back once time has passed its visibility timeout', async () => {
    const local = await start();
    await sendNote(local, { note: 'n-1', fails: true });
    await vi.waitFor(() => expect(events).toContainEqual(outcome('failed', 1)), within);
    await vi.waitFor(
      () => expect(events).toContainEqual(expect.objectContaining({ event: 'batch-kept', kept: 1 })),
      within,
    );
    await local.advance(120);
    await vi.waitFor(() => expect(events).toContainEqual(outcome('failed', 2)), within);
  });

  it('brings back the job of a worker that was killed in the middle of it', async () => {
    const local = await start();
    await sendNote(local, { note: 'n-1', hangs: 1 });
    await vi.waitFor(() => expect(local.kill('note.write')).toBe(true), within);
    await vi.waitFor(
      () =>
        expect(events).toContainEqual(
          expect.objectContaining({ event: 'batch-kept', function: 'note.write', kept: 1 }),
        ),
      within,
    );
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'worker-died', function: 'note.write', how: 'SIGKILL' }),
    );
    await local.advance(120);
    await vi.waitFor(() => expect(events).toContainEqual(outcome('completed', 2)), within);
  });

  it('serves the HTTP API with the template’s variables resolved', async () => {
    const { ready } = await start();
    const url = new URL('/jobs/note.write', ready.api);
    const response = await fetch(url, { method: 'POST', headers: signedHeaders('POST', url, '{}'), body: '{}' });
    expect([response.status, await response.json()]).toEqual([
      202,
      { type: 'note.write', queue: ready.queues['note.write'], notes: 'https://notes.example.com' },
    ]);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(403);
  });

  it('tells why, where the code behind the HTTP API can’t be loaded', async () => {
    writeFileSync(join(project.assemblyDir, 'asset.api', 'index.mjs'), "throw new TypeError('no table is named');");
    const { ready } = await start();
    const url = new URL('/jobs/note.write', ready.api);
    const response = await fetch(url, { method: 'POST', headers: signedHeaders('POST', url, '{}'), body: '{}' });
    expect(response.status).toBe(500);
    const told = [
      { event: 'line', line: 'TypeError: no table is named' },
      { event: 'worker-died', how: "its code can't be loaded" },
      { event: 'request-failed', request: 'POST /jobs/note.write', because: 'TypeError: no table is named' },
    ];
    for (const event of told) {
      await vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining(event)), within);
    }
  });
});

describe('another engine', slow, () => {
  it('serves SQS where AWS_ENDPOINT_URL_SQS names it, and time is its own', async () => {
    const other = await startEngine();
    vi.stubEnv('AWS_ENDPOINT_URL_SQS', other.endpoint);
    const local = await start();
    expect(local.ready.sqsEndpoint).toBe(other.endpoint);
    expect(local.ready.dynamodbEndpoint).not.toBe(other.endpoint);
    await sendNote(local, { note: 'n-1' });
    await vi.waitFor(() => expect(events).toContainEqual(outcome('completed', 1)), within);
    await expect(local.advance(1)).rejects.toThrow("time can't be moved");
    await local.stop();
    await other.stop();
  });

  it('that does not answer is named, with what to do', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_SQS', 'http://127.0.0.1:1');
    await expect(start()).rejects.toThrow(
      /SQS does not answer at http:\/\/127\.0\.0\.1:1: .*\n.*unset AWS_ENDPOINT_URL_SQS/,
    );
  });
});

describe('a port', () => {
  it('that is taken is refused by its number', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(taken.address()).not.toBeNull());
    const { port } = taken.address() as { port: number };
    await expect(start(port)).rejects.toThrow(String(port));
    taken.close();
  });
});

describe('a local run whose own process is killed', slow, () => {
  it('leaves neither engine nor workers behind', async () => {
    const program = new URL('fixtures/run-notes.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [program, project.projectDir, project.assemblyDir]);
    const told: LocalRunEvent[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => told.push(JSON.parse(line)));
    const ready = await vi.waitFor(
      () => told.find((event) => event.event === 'ready') ?? expect.fail('not ready'),
      within,
    );
    if (ready.event !== 'ready') return;
    await sendNote({ ready } as LocalRun, { note: 'n-1', hangs: 1 });
    const started = await vi.waitFor(
      () => told.find((event) => event.event === 'worker-started') ?? expect.fail('no worker'),
      within,
    );
    const pid = started.event === 'worker-started' ? Number(started.pid) : 0;
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), within);
    await vi.waitFor(async () => await expect(fetch(ready.endpoint)).rejects.toThrow(), within);
  });
});
