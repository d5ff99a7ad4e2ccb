import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Access } from './access.ts';
import type { Stage } from './stage.ts';

/** Finds the folder's `<job>.ts` files, each of which exports a function `access`. */
export async function loadAccess<AppStage extends Stage>(
  folder: string,
): Promise<ReadonlyMap<string, Access<AppStage>>> {
  const found = new Map<string, Access<AppStage>>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()) {
    const path = join(folder, file);
    const { access } = await import(pathToFileURL(path).href);
    if (typeof access !== 'function') throw new Error(`${path} exports no function named access`);
    found.set(file.slice(0, -'.ts'.length), access);
  }
  return found;
}
