import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type LocalRunFile, localRunFilePath, readLocalRun } from '../ops/stack/local-run-file.ts';
import type { EarlierRun, ReadyEvent } from './local-run-event.ts';

/** Another run of the project that lives, and that the command line speaks to: it was there first. */
export function findEarlierRun(projectDir: string): EarlierRun | undefined {
  const run = readLocalRun(projectDir);
  return run && run.pid !== process.pid ? { pid: run.pid, endpoint: run.sqsEndpoint } : undefined;
}

/** Writes all that `ready` says into the file; the returned function removes it. An earlier run that still lives keeps it. */
export async function writeLocalRunFile(projectDir: string, ready: ReadyEvent): Promise<() => Promise<void>> {
  const path = localRunFilePath(projectDir);
  const { event: _event, ...facts } = ready;
  const content: LocalRunFile & typeof facts = { ...facts, pid: process.pid };
  if (findEarlierRun(projectDir)) return async () => undefined;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return async () => {
    if (!findEarlierRun(projectDir)) await rm(path, { force: true });
  };
}
