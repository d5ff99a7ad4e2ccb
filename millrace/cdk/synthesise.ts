import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandEnvironment } from './environment.ts';

export interface SynthesiseOptions {
  /** Folder of cdk.json. */
  readonly root: string;
  /** Where the cloud assembly goes. */
  readonly outdir: string;
  readonly stage: string;
  /** Runs the rule packs and CDK's template validation, which takes seconds. Default false. */
  readonly rules?: boolean;
}

/** The app could not be synthesised; `output` is what it said. */
export class SynthesisFailedError extends Error {
  override readonly name = 'SynthesisFailedError';
  readonly output: string;
  constructor(stage: string, output: string) {
    super(`stage ${stage} can't be synthesised\n${output.trim()}`);
    this.output = output;
  }
}

/** Runs the CDK app that cdk.json names, as the CDK CLI would, without the second that the CLI takes. */
export async function synthesise({ root, outdir, stage, rules = false }: SynthesiseOptions): Promise<void> {
  const { app, context } = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8'));
  const child = spawn(app, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...commandEnvironment(),
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage, 'millrace:rules': rules }),
      CDK_VALIDATION: String(rules),
    },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new SynthesisFailedError(stage, Buffer.concat(output).toString('utf8'));
}
