import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CloudFormationTemplate } from './cloud-formation-template.ts';

/** A synthesised stack: its template, and the folder of each asset by the S3 key that the template names. */
export interface Assembly {
  readonly stackName: string;
  readonly template: CloudFormationTemplate;
  readonly assetFolders: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly artifacts?: Readonly<
    Record<string, { type: string; properties?: { templateFile?: string; stackName?: string } }>
  >;
}

interface AssetManifest {
  readonly files?: Readonly<
    Record<string, { source?: { path?: string }; destinations?: Readonly<Record<string, { objectKey?: string }>> }>
  >;
}

/** Reads a cloud assembly of one stack. */
export async function readAssembly(directory: string): Promise<Assembly> {
  const manifest: Manifest = await readJson(join(directory, 'manifest.json'));
  const stacks = Object.entries(manifest.artifacts ?? {}).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack, ...others] = stacks;
  if (!stack || others.length > 0) {
    throw new Error(`${directory} holds ${stacks.length} stacks: the local run wants an assembly of one`);
  }
  const [artifactId, { properties = {} }] = stack;
  const template: CloudFormationTemplate = await readJson(join(directory, String(properties.templateFile)));
  const assets: AssetManifest = await readJson(join(directory, `${artifactId}.assets.json`));
  return {
    stackName: properties.stackName ?? artifactId,
    template,
    assetFolders: new Map(assetEntries(directory, assets)),
  };
}

function assetEntries(directory: string, { files = {} }: AssetManifest): [string, string][] {
  return Object.values(files).flatMap(({ source, destinations = {} }) =>
    Object.values(destinations).map(({ objectKey }): [string, string] => [
      String(objectKey),
      join(directory, String(source?.path)),
    ]),
  );
}

async function readJson<Shape>(path: string): Promise<Shape> {
  // The CDK wrote it: its shape is that of the cloud assembly schema.
  return JSON.parse(await readFile(path, 'utf8')) as Shape;
}
