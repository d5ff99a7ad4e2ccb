import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { ownPlace } from '../definition/own-place.ts';
import { type Assembly, readAssembly } from './assembly.ts';
import { commandEnvironment } from './environment.ts';
import { readFindings } from './findings.ts';
import { readCdkJson } from './read-cdk-json.ts';
import { SynthesisFailedError } from './synthesis-failed-error.ts';
import { withoutStackTrace } from './without-stack-trace.ts';

export interface SynthesiseOptions {
  /** Folder of cdk.json. */
  readonly root: string;
  /** Where the cloud assembly goes. */
  readonly outdir: string;
  readonly stage: string;
  /** Runs the rule packs and CDK's template validation, which takes seconds. Default false. */
  readonly rules?: boolean;
}

/** Runs the CDK app that cdk.json names, as the CDK CLI would, without the second that the CLI takes. */
export async function synthesise({ root, outdir, stage, rules = false }: SynthesiseOptions): Promise<Assembly> {
  const { app, context } = await readCdkJson(root);
  const { code, output } = await run(app, root, {
    CDK_OUTDIR: outdir,
    CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage, 'millrace:rules': rules }),
    CDK_VALIDATION: String(rules),
  });
  if (code !== 0) throw new SynthesisFailedError(`stage ${stage} can't be synthesised\n${explain(output, root)}`);
  const findings = rules ? await readFindings(outdir) : [];
  if (findings.length > 0) throw new SynthesisFailedError(`stage ${stage} breaks rules\n  ${findings.join('\n  ')}`);
  return readAssembly(outdir);
}

function explain(output: string, root: string): string {
  const place = ownPlace(output, pathToFileURL(root).href);
  return `${withoutStackTrace(output)}${place === undefined ? '' : `\n  at ${place}`}`;
}

async function run(
  command: string,
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const env = { ...commandEnvironment(), ...environment };
  const child = spawn(command, { cwd, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output: Buffer.concat(output).toString('utf8') };
}
