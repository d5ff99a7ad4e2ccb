import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReadyEvent } from './local-run-event.ts';

/** What `.millrace/local.json` says, for the command line to find the local run. */
export interface LocalRunFile extends Omit<ReadyEvent, 'event'> {
  readonly pid: number;
}

export function localRunFilePath(projectDir: string): string {
  return join(projectDir, '.millrace', 'local.json');
}

/** Writes the file; the returned function removes it. An earlier run that still lives keeps it: it was there first. */
export async function writeLocalRunFile(projectDir: string, ready: ReadyEvent): Promise<() => Promise<void>> {
  const path = localRunFilePath(projectDir);
  const { event: _event, ...facts } = ready;
  const content: LocalRunFile = { ...facts, pid: process.pid };
  if (await belongsToAnother(path)) return async () => undefined;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return async () => {
    if (!(await belongsToAnother(path))) await rm(path, { force: true });
  };
}

async function belongsToAnother(path: string): Promise<boolean> {
  const written = await readFile(path, 'utf8').catch(() => undefined);
  if (written === undefined) return false;
  const { pid }: LocalRunFile = JSON.parse(written);
  return pid !== process.pid && isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // ESRCH: its run was killed before it could remove the file.
    return false;
  }
}
