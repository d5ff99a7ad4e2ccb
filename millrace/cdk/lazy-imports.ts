import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutputFile, Plugin } from 'esbuild';

/** The library's modules that few functions ever load: files of their own beside a bundle, read at their first use. */
const LAZY = ['scheduler-delays'];

/** The sources are `.ts`, the published library is `.js`. */
const extension = extname(fileURLToPath(import.meta.url));

/** Their entries of the build, in a folder that no function has. */
export const lazyEntries: Readonly<Record<string, string>> = Object.fromEntries(
  LAZY.map((name) => [`.lazy/${name}`, fileURLToPath(new URL(`../message/${name}${extension}`, import.meta.url))]),
);

/** Leaves their imports in the bundles as they are. */
export const lazyImports: Plugin = {
  name: 'lazy-imports',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`/(${LAZY.join('|')})\\.[jt]s$`) }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: `./${lazyFile(path)}`, external: true } : undefined,
    );
  },
};

/** Those files that a bundle asks for, with their source maps. */
export function lazyFilesOf(bundle: readonly OutputFile[], all: readonly OutputFile[]): OutputFile[] {
  const asked = LAZY.map(lazyFile).filter((file) => bundle.some(({ text }) => text.includes(`./${file}`)));
  return all.filter(({ path }) => path.includes('/.lazy/') && asked.includes(basename(path).replace(/\.map$/, '')));
}

function lazyFile(path: string): string {
  return `${basename(path, extension)}.mjs`;
}
