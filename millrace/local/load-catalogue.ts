import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Catalogue } from '../definition/catalogue.ts';

/** The catalogue, where a project keeps it: `jobs/index.ts`. */
export async function loadCatalogue(projectDir: string): Promise<Catalogue> {
  const module: { catalogue: Catalogue } = await import(pathToFileURL(join(projectDir, 'jobs', 'index.ts')).href);
  return module.catalogue;
}
