// Runs on a bare Node 20, before anything is installed; says all it says on standard error, since a JSON document may follow on standard output.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = projectRoot(process.cwd());
if (!isInstalled(root)) process.exitCode = await install(root);

/** npm starts scripts in the package's folder; a person may stand deeper. */
function projectRoot(from) {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package-lock.json'))) return folder;
    if (folder === dirname(folder)) return from;
  }
}

/** npm notes at the end of an installation what it installed: everything the lock file asks for has to be there. */
function isInstalled(folder) {
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const installed = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  if (!installed) return false;
  return Object.entries(wanted ?? {}).every(([path, entry]) => path === '' || isThere(entry, installed[path]));
}

/** Packages for other platforms are optional, and left out. */
function isThere(wanted, found) {
  if (!found) return Boolean(wanted.optional || wanted.devOptional);
  return wanted.version === found.version && wanted.integrity === found.integrity && wanted.link === found.link;
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    // Missing, or cut short: npm writes it anew, or says what is wrong with it.
    return undefined;
  }
}

async function install(folder) {
  const command = existsSync(join(folder, 'package-lock.json')) ? 'ci' : 'install';
  process.stderr.write('installing dependencies, once: about a minute\n');
  const startedMs = performance.now();
  const { code, output } = await npm(folder, [command, '--include=dev', '--no-fund', '--no-audit', '--loglevel=error']);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  if (code === 0) {
    process.stderr.write(`installed in ${seconds} s\n`);
    return 0;
  }
  process.stderr.write(`${output}\nnpm ${command} failed after ${seconds} s; what npm says stands above\n`);
  return 1;
}

function npm(folder, args) {
  const shell = process.platform === 'win32'; // npm is a .cmd file there
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], shell });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `npm can't be started: ${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
