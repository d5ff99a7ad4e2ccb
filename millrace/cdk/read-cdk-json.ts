import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SynthesisFailedError } from './synthesis-failed-error.ts';

export interface CdkJson {
  /** The command that runs the CDK app. */
  readonly app: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** @throws SynthesisFailedError that says what to put right. */
export async function readCdkJson(root: string): Promise<CdkJson> {
  const path = join(root, 'cdk.json');
  const { app, context = {} } = parse(await read(path, root), path);
  if (typeof app === 'string') return { app, context };
  throw new SynthesisFailedError(`cdk.json names no app\n  → add "app": "node infra/app.ts" to ${path}`);
}

async function read(path: string, root: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const message = `there is no cdk.json in ${root}\n  → change to the folder that holds cdk.json and jobs/index.ts`;
    throw new SynthesisFailedError(message, { cause });
  }
}

function parse(text: string, path: string): Partial<CdkJson> {
  try {
    return JSON.parse(text) ?? {};
  } catch (cause) {
    throw new SynthesisFailedError(`cdk.json is no JSON\n  → put right ${path}`, { cause });
  }
}
