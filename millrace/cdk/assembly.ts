import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** One stack as it was synthesised. */
export interface Assembly {
  readonly stack: string;
  /** CloudFormation type → how many of it. */
  readonly resources: ReadonlyMap<string, number>;
  readonly functions: readonly AssembledFunction[];
}

export interface AssembledFunction {
  /** The job's type, or `api`. */
  readonly service: string;
  readonly bundleKib: number;
}

interface TemplateResource {
  readonly Type: string;
  readonly Properties?: {
    readonly Code?: { readonly S3Key?: string };
    readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> };
  };
}

const TEMPLATE = '.template.json';

/** Reads a cloud assembly that holds one stack. */
export async function readAssembly(outdir: string): Promise<Assembly> {
  const file = (await readdir(outdir)).find((name) => name.endsWith(TEMPLATE));
  if (!file) throw new Error(`${outdir} holds no template: run npm run synth`);
  const template = JSON.parse(await readFile(join(outdir, file), 'utf8'));
  const all: readonly TemplateResource[] = Object.values(template.Resources);
  const resources = new Map<string, number>();
  for (const { Type } of all) resources.set(Type, (resources.get(Type) ?? 0) + 1);
  const functions = all.filter(({ Type }) => Type === 'AWS::Lambda::Function');
  return {
    stack: file.slice(0, -TEMPLATE.length),
    resources,
    functions: await Promise.all(functions.map((resource) => describeFunction(outdir, resource))),
  };
}

async function describeFunction(outdir: string, { Properties }: TemplateResource): Promise<AssembledFunction> {
  const asset = `asset.${Properties?.Code?.S3Key?.replace(/\.zip$/, '')}`;
  const { size } = await stat(join(outdir, asset, 'index.mjs'));
  return { service: String(Properties?.Environment?.Variables?.POWERTOOLS_SERVICE_NAME), bundleKib: size / 1024 };
}
