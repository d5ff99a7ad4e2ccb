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

/** Writes the file; the returned function removes it, unless a later run has written its own. */
export async function writeLocalRunFile(projectDir: string, ready: ReadyEvent): Promise<() => Promise<void>> {
  const path = localRunFilePath(projectDir);
  const { event: _event, ...facts } = ready;
  const content: LocalRunFile = { ...facts, pid: process.pid };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return async () => {
    const written = await readFile(path, 'utf8').catch(() => '');
    if (written.includes(`"pid": ${process.pid}\n`)) await rm(path, { force: true });
  };
}
