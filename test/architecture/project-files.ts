import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export const projectDir = join(import.meta.dirname, '../..');

const SOURCES = ['jobs', 'functions', 'services', 'infra', 'millrace', 'test', 'bench'];

/** All TypeScript and JavaScript of the project, by paths with `/`. */
export function projectFiles(): string[] {
  return globSync(
    SOURCES.map((folder) => `${folder}/**/*.{ts,mjs}`),
    { cwd: projectDir, exclude: (name) => name === 'node_modules' || name === 'dist' },
  )
    .map((path) => path.replaceAll(sep, '/'))
    .sort();
}

export function readProjectFile(path: string): string {
  return readFileSync(join(projectDir, path), 'utf8');
}

/** A source without its comments, so that a word in prose is not taken for code. */
export function codeOf(path: string): string {
  return readProjectFile(path)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '');
}
