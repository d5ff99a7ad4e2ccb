import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { synthesise } from 'millrace/cdk';
import { type Engine, provision, startEngine } from 'millrace/local';
import { onTestFinished } from 'vitest';
import { serviceClients } from '../../millrace/local/service-clients.ts';
import { resourcesOf } from '../../millrace/local/template/cloud-formation-template.ts';
import { readAssembly } from '../../millrace/local/template/read-assembly.ts';
import { resolveIntrinsics } from '../../millrace/local/template/resolve-intrinsics.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

/** The app of docs/library.md on an engine of its own, with what its policy for producers allows. */
export async function deployLibraryApp() {
  const root = join(import.meta.dirname, '../docs/snippets/library');
  const outdir = mkdtempSync(join(tmpdir(), 'millrace-library-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  await synthesise({ root, outdir, stage: 'dev' });
  const { template } = await readAssembly(outdir);
  const engine = await startEngine();
  onTestFinished(() => engine.stop());
  const clients = serviceClients({ sqs: engine.endpoint, dynamodb: engine.endpoint });
  onTestFinished(() => clients.destroy());
  const { physical } = await provision({ template, ...clients });
  const statements = resourcesOf(template, 'AWS::IAM::ManagedPolicy').flatMap(({ properties }) => {
    const { PolicyDocument } = resolveIntrinsics(properties, physical) as {
      PolicyDocument: { Statement: Statement[] };
    };
    return PolicyDocument.Statement;
  });
  return { engine, sqs: clients.sqs, statements };
}

/** Actions of SQS that the statements allow on a queue of this name, as AWS's APIs call them. */
export function allowedOn(queueName: string, statements: readonly Statement[]): string[] {
  return statements
    .filter(({ Resource }) => [Resource].flat().some((arn) => arn.endsWith(`:${queueName}`)))
    .flatMap(({ Action }) => [Action].flat())
    .filter((action) => action.startsWith('sqs:'))
    .map((action) => action.slice('sqs:'.length))
    .sort();
}

/** IAM has one right for one message and for a batch of them. */
export function rightsUsed({ requests }: Engine): string[] {
  const actions = Object.keys(requests.counts()).map((target) => target.replace(/^AmazonSQS\.|Batch$/g, ''));
  return [...new Set(actions)].sort();
}

/** Starts a compiled service that prints its address, and ends it with the test. */
export async function startService(script: string, environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [script], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  const { port } = JSON.parse(String(line));
  return {
    post: async (body: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/notes`, { method: 'POST', body });
      return { status: response.status, body: await response.json() };
    },
  };
}
