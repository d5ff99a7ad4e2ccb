import type { ProjectCopy } from './project-copy.ts';

const TOOLS = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/** The gates of `npm run check`, one by one over a copy: each rejects with what it found. */
export const projectGates = {
  lint: (copy: ProjectCopy) => copy.node(TOOLS.biome, 'check', '--error-on-warnings', '.'),
  types: (copy: ProjectCopy) => copy.node(TOOLS.tsc, '-p', '.'),
  synth: (copy: ProjectCopy) => copy.node('millrace/bin/synth.ts', '--rules', '--stage', 'dev'),
  tests: (copy: ProjectCopy, ...paths: readonly string[]) =>
    copy.node(TOOLS.vitest, 'run', '--silent', '--reporter=dot', ...paths),
} as const;
