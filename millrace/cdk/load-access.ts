import { existsSync } from 'node:fs';
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
  // Git keeps no empty folder: an app whose jobs need nothing has none.
  const files = existsSync(folder) ? await readdir(folder) : [];
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
    const path = join(folder, file);
    const { access } = await import(pathToFileURL(path).href);
    if (typeof access !== 'function') throw new Error(`${path} exports no function named access`);
    found.set(file.slice(0, -'.ts'.length), access);
  }
  return found;
}
