import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How a job is sent from the command line in this project: by its script, where it has one for that. */
export async function sendCommand(projectDir: string): Promise<string> {
  const path = join(projectDir, 'package.json');
  const { scripts = {} } = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {};
  return String(scripts.send).includes('millrace') ? 'npm run send --' : 'npx millrace enqueue';
}
