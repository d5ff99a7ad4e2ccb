import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, projectDir, projectFiles } from './project-files.ts';

const CHAIN = ['definition', 'message', 'record', 'producer', 'consumer', 'api'];
const LIBRARY = [...CHAIN, 'ops', 'cdk', 'local', 'testing'];

/** What each folder of the library may import of the others. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  definition: [],
  message: ['definition'],
  record: ['definition', 'message'],
  producer: ['definition', 'message', 'record'],
  consumer: ['definition', 'message', 'record'],
  api: ['definition', 'message', 'record', 'producer', 'consumer'],
  ops: CHAIN,
  cdk: ['definition'],
  local: [...CHAIN, 'ops', 'cdk'],
  testing: [...CHAIN, 'ops', 'cdk', 'local'],
};

/** Imports of packages and of the app's folders that a layer must refuse, and some that it must not. */
const imports: readonly (readonly [folder: string, module: string, verdict: 'refused' | 'allowed'])[] = [
  ['millrace/definition', 'node:fs', 'refused'],
  ['millrace/definition', '@aws-sdk/client-sqs', 'refused'],
  ['millrace/definition', 'aws-cdk-lib', 'refused'],
  ['millrace/definition', 'zod', 'allowed'],
  ['millrace/message', 'constructs', 'refused'],
  ['millrace/message', '@aws-sdk/client-sqs', 'allowed'],
  ['millrace/record', 'aws-cdk-lib/aws-sqs', 'refused'],
  ['millrace/producer', 'aws-cdk-lib', 'refused'],
  ['millrace/consumer', 'aws-cdk-lib', 'refused'],
  ['millrace/consumer', '@aws-lambda-powertools/idempotency', 'allowed'],
  ['millrace/api', 'aws-cdk-lib', 'refused'],
  ['millrace/ops', 'aws-cdk-lib', 'refused'],
  ['millrace/cdk', '@aws-sdk/client-sqs', 'refused'],
  ['millrace/cdk', '@aws-lambda-powertools/logger', 'refused'],
  ['millrace/cdk', 'aws-cdk-lib/aws-sqs', 'allowed'],
  ['jobs', 'node:fs', 'refused'],
  ['jobs', '@aws-sdk/client-sqs', 'refused'],
  ['jobs', 'millrace/consumer', 'refused'],
  ['jobs', '../services/mail.ts', 'refused'],
  ['jobs', 'millrace', 'allowed'],
  ['jobs', 'zod', 'allowed'],
  ['jobs/webhooks', 'node:crypto', 'refused'],
  ['jobs/webhooks', '../email-send.ts', 'allowed'],
  ['functions/webhooks', '../../infra/stages.ts', 'refused'],
  ['functions/webhooks', 'millrace/api', 'allowed'],
  ['functions', '../infra/stages.ts', 'refused'],
  ['functions', 'millrace/testing', 'refused'],
  ['functions', '../services/mail.ts', 'allowed'],
  ['functions', 'millrace/consumer', 'allowed'],
  ['services', '../functions/api.ts', 'refused'],
  ['services', '../infra/stages.ts', 'refused'],
  ['services', 'millrace', 'allowed'],
  ['infra', '../functions/api.ts', 'refused'],
  ['infra', '@aws-sdk/client-sqs', 'refused'],
  ['infra', 'millrace/consumer', 'refused'],
  ['infra', 'millrace/cdk', 'allowed'],
  ['infra', '../jobs/index.ts', 'allowed'],
];

const inLibrary = LIBRARY.flatMap((folder) =>
  LIBRARY.filter((other) => other !== folder).map((other) => {
    const verdict = mayImport[folder]?.includes(other) ? 'allowed' : 'refused';
    return [`millrace/${folder}`, `../${other}/index.ts`, verdict] as const;
  }),
);

/** One file for each import, in a copy that has nothing but the linter's rules. */
let trialDir: string;
let refused: ReadonlyMap<string, string>;

const fileOf = (folder: string, module: string) => `${folder}/imports-${module.replaceAll(/[^a-z]+/g, '-')}.ts`;

beforeAll(() => {
  trialDir = mkdtempSync(join(tmpdir(), 'millrace-layers-'));
  for (const file of ['biome.json', '.gitignore']) copyFileSync(join(projectDir, file), join(trialDir, file));
  for (const [folder, module] of [...inLibrary, ...imports]) {
    const path = join(trialDir, fileOf(folder, module));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `import thing from '${module}';\n\nexport const given = thing;\n`);
  }
  refused = lint(trialDir);
});
afterAll(() => rmSync(trialDir, { recursive: true }));

/** The linter's message by file. */
function lint(folder: string): ReadonlyMap<string, string> {
  const biome = join(projectDir, 'node_modules/@biomejs/biome/bin/biome');
  const rule = '--only=style/noRestrictedImports';
  const args = [biome, 'lint', rule, '--reporter=json', '--max-diagnostics=none', '.'];
  const found = JSON.parse(answerOf(args, folder));
  return new Map(
    found.diagnostics.map(({ location, message }: { location: { path: string }; message: string }) => [
      location.path,
      message,
    ]),
  );
}

/** Findings make the linter end with 1; what it found is on its standard output all the same. */
function answerOf(args: readonly string[], cwd: string): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && String(error.stdout).startsWith('{'))
      return String(error.stdout);
    throw error;
  }
}

describe('the layers', () => {
  it('cover every folder of the library', () => {
    const folders = globSync('*/', { cwd: join(projectDir, 'millrace') });
    const known = [...LIBRARY, 'bin', 'node_modules', 'dist'];
    expect(folders.filter((folder) => !known.includes(folder))).toEqual([]);
  });

  it.each([...inLibrary, ...imports])('%s importing %s is %s', (folder, module, verdict) => {
    expect(refused.has(fileOf(folder, module))).toBe(verdict === 'refused');
  });

  it('answer a refused import with their rule in one sentence', () => {
    expect(refused.get('jobs/imports-node-fs.ts')).toBe('jobs/ is data: it imports millrace and zod only.');
    for (const message of refused.values()) expect(message).toMatch(/^[a-z]+\/ .+\.$/);
  });
});

describe('what is plain data', () => {
  const importsOf = (path: string) => [...codeOf(path).matchAll(/from '([^.'][^']*)'/g)].map(([, module]) => module);

  it.each(projectFiles().filter((path) => path.startsWith('jobs/')))('%s imports millrace and zod only', (path) => {
    expect(importsOf(path).filter((module) => module !== 'millrace' && module !== 'zod')).toEqual([]);
  });

  it('a definition imports zod only', () => {
    const files = projectFiles().filter((path) => path.startsWith('millrace/definition/'));
    expect(files.flatMap(importsOf).filter((module) => module !== 'zod')).toEqual([]);
  });
});
