import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The stages that cdk.json lists. */
export async function stageNames(root: string): Promise<readonly string[]> {
  const { context } = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8'));
  return context['millrace:stages'];
}
