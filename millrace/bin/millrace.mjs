#!/usr/bin/env node
// The command line's entry: plain JavaScript, so that an old Node can say what is missing, or start a newer one.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From here on Node runs TypeScript by itself. */
const OLDEST_NODE = [22, 18];

const [, entry, ...argv] = process.argv;

if (isNewEnough(process.versions.node)) await run().catch(explain);
else process.exitCode = await runWithProjectsNode();

/** `local` and `engine` stand apart: they bring CDK and the engine along, which an operator's command need not load. */
async function run() {
  const [command, ...rest] = argv;
  if (command === 'local') return (await load('../local/index')).runLocal(rest);
  if (command === 'engine') return (await load('../local/index')).runEngine(rest);
  process.exitCode = await (await load('../ops/cli/main')).runCommandLine(argv);
}

/** Sources are .ts, the published library is .js. */
function load(path) {
  const source = new URL(`${path}.ts`, import.meta.url);
  return import(existsSync(fileURLToPath(source)) ? source.href : new URL(`${path}.js`, import.meta.url).href);
}

/** Nothing of ours is loaded yet where this is needed: what is loaded explains its own errors. */
function explain(error) {
  process.exitCode = 1;
  if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write(
    `millrace: ${error.message}\n  → run npm ci in the project: what it depends on is not installed\n`,
  );
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

async function runWithProjectsNode() {
  const node = projectsNode(process.cwd()) ?? projectsNode(dirname(realpathSync(entry)));
  if (!node) {
    process.stderr.write(
      `millrace needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${process.versions.node}.\n` +
        (asksForNode(process.cwd())
          ? 'Run npm ci in the project: it brings a newer one along, for this project only.\n'
          : 'This brings a newer one along, for this project only: npm install --save-dev node@24\n'),
    );
    return 1;
  }
  const child = spawn(node, [entry, ...argv], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both: the commands take the second for nothing.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return await new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${node} can't be started: ${error.message}\n`);
      resolve(1);
    });
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/** The `node` that npm installed in the project, unless it is this one. */
function projectsNode(from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const node = join(folder, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
    if (existsSync(node) && realpathSync(node) !== realpathSync(process.execPath)) return node;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The nearest package.json has npm install a Node: this project's own does, another's need not. */
function asksForNode(from) {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { dependencies, devDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
    return Boolean(dependencies?.node ?? devDependencies?.node);
  }
  return false;
}
