import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type BuildFailure, build, type OutputFile } from 'esbuild';
import type { Bundle } from './bundle.ts';
import { lambdaImports } from './lambda-imports.ts';
import { lazyEntries, lazyFilesOf, lazyImports } from './lazy-imports.ts';
import { mapOwnSources } from './map-own-sources.ts';

export interface BundleFunctionsOptions {
  /** Folder to which the entries' paths are relative. */
  readonly root: string;
  /** Name of the bundle → path of its entry file. */
  readonly entries: ReadonlyMap<string, string>;
  /** Where to write: a folder for each bundle. */
  readonly outdir: string;
  /** Packages to bundle whole where a light stand-in would do for Millrace, such as `@smithy/core/event-streams`. */
  readonly keep?: readonly string[];
}

/** Some packages inside still call `require`, which an ES module has not. */
const REQUIRE_BANNER = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";

/** Bundles every function in one esbuild run: one self-contained ES module each, the AWS SDK included. */
export async function bundleFunctions(options: BundleFunctionsOptions): Promise<ReadonlyMap<string, Bundle>> {
  const root = resolve(options.root);
  refuseMissingEntries(root, options.entries);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      ...Object.fromEntries([...options.entries].map(([name, path]) => [`${name}/index`, path])),
      ...lazyEntries,
    },
    // Not where the files end up: source maps hold paths relative to it, and a bundle must not change with its place.
    outdir: root,
    write: false,
    bundle: true,
    splitting: false,
    minify: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE_BANNER },
    plugins: [lambdaImports(options.keep ?? []), lazyImports],
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'silent',
  }).catch(explainFailure);
  const bundles = new Map<string, Bundle>();
  for (const name of options.entries.keys()) {
    const own = outputFiles.filter(({ path }) => dirname(path) === join(root, name));
    const files = [...own, ...lazyFilesOf(own, outputFiles)];
    bundles.set(name, await writeBundle(join(options.outdir, name), files));
  }
  return bundles;
}

function refuseMissingEntries(root: string, entries: ReadonlyMap<string, string>): void {
  const missing = [...entries].filter(([, path]) => !existsSync(join(root, path)));
  if (missing.length === 0) return;
  const lines = missing.map(([name, path]) => `  ${name}: ${path} does not exist`);
  throw new Error(
    `functions without an entry file; create it, or take the job out of the catalogue\n${lines.join('\n')}`,
  );
}

function explainFailure({ errors }: BuildFailure): never {
  const lines = errors.map(({ location, text }) => `  ${location ? `${location.file}:${location.line}: ` : ''}${text}`);
  throw new Error(`functions can't be bundled\n${lines.join('\n')}`);
}

async function writeBundle(folder: string, files: readonly OutputFile[]): Promise<Bundle> {
  await mkdir(folder, { recursive: true });
  const hash = createHash('sha256');
  for (const { path, text } of files.toSorted((a, b) => a.path.localeCompare(b.path))) {
    const content = path.endsWith('.map') ? mapOwnSources(text) : text;
    hash.update(content);
    await writeFile(join(folder, basename(path)), content);
  }
  return { folder, version: hash.digest('hex').slice(0, 12) };
}
