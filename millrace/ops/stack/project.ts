import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Catalogue } from '../../definition/catalogue.ts';
import { OperatorError } from '../operator-error.ts';
import { loadCatalogue } from './load-catalogue.ts';

/** The project a command is called in. */
export interface Project {
  readonly root: string;
  /** From cdk.json's context `millrace:app`. */
  readonly app: string | undefined;
  readonly catalogue: Catalogue;
}

/** Finds the project from a folder upwards: `cdk.json` and `jobs/index.ts`. */
export async function readProject(from: string): Promise<Project> {
  const root = projectRoot(from);
  return { root, app: appName(root), catalogue: await loadCatalogue(root) };
}

function projectRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'cdk.json')) && existsSync(join(folder, 'jobs'))) return folder;
    if (folder === dirname(folder)) {
      throw new OperatorError(
        `there is no Millrace project in ${from} or above`,
        'change to the folder that holds cdk.json and jobs/index.ts',
      );
    }
  }
}

function appName(root: string): string | undefined {
  try {
    const { context = {} } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
    const app: unknown = context['millrace:app'];
    return typeof app === 'string' ? app : undefined;
  } catch (cause) {
    throw new OperatorError('cdk.json is no JSON', `put right ${join(root, 'cdk.json')}`, { cause });
  }
}
