import { spawnSync } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../ops/operator-error.ts';
import { endWithMessage } from './end-with-message.ts';
import { readOptions } from './read-options.ts';

const HELP = `npm run pack -- [--help]

Makes dist/millrace, a folder that can be published or installed elsewhere:
JavaScript, declarations, the command, and a package.json that names them.`;

const library = join(import.meta.dirname, '..');
const root = join(library, '..');
const folder = join(root, 'dist', 'millrace');

await endWithMessage(async () => {
  const { options } = readOptions({ name: 'pack', options: { help: {} } });
  if (options.help) return console.log(HELP);
  await rm(folder, { recursive: true, force: true });
  compile();
  await cp(join(library, 'bin', 'millrace.mjs'), join(folder, 'bin', 'millrace.mjs'));
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await publishedManifest(), null, 2)}\n`);
  console.log(folder);
});

function compile(): void {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const { status } = spawnSync(tsc, ['-p', join(library, 'tsconfig.pack.json')], { stdio: 'inherit' });
  if (status !== 0) throw new OperatorError('the library does not compile', 'put right what tsc says above');
}

async function publishedManifest() {
  const manifest = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));
  const exported = Object.entries(manifest.exports as Record<string, string>).map(([name, path]) => [
    name,
    path.endsWith('.ts') ? { types: path.replace(/\.ts$/, '.d.ts'), default: path.replace(/\.ts$/, '.js') } : path,
  ]);
  return { ...manifest, exports: Object.fromEntries(exported) };
}
