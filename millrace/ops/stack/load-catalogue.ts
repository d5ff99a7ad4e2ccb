import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Catalogue } from '../../definition/catalogue.ts';
import { ownPlace } from '../../definition/own-place.ts';
import { OperatorError } from '../operator-error.ts';

/** The catalogue, where a project keeps it: `jobs/index.ts`. @throws OperatorError that names the faulty file. */
export async function loadCatalogue(root: string): Promise<Catalogue> {
  const path = join(root, 'jobs', 'index.ts');
  const { catalogue } = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`the jobs can't be loaded: ${why}`, `put right ${faultyPlace(cause, root, path)}`, {
      cause,
    });
  });
  if (catalogue) return catalogue as Catalogue;
  throw new OperatorError(`${path} exports no catalogue`, 'export const catalogue = defineCatalogue({ owners, jobs })');
}

function faultyPlace(cause: unknown, root: string, index: string): string {
  const place = cause instanceof Error ? ownPlace(cause.stack ?? '', pathToFileURL(root).href) : undefined;
  if (place !== undefined) return place;
  // Of some of these Node knows the place and prints it, but gives it to no program.
  return `what ${index} imports${cause instanceof SyntaxError ? `: node ${index} says where` : ''}`;
}
