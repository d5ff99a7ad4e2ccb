import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a module beside this one: sources are `.ts`, the published library is `.js`. */
export function siblingModule(moduleUrl: string, stem: string): string {
  return fileURLToPath(new URL(`./${stem}${extname(fileURLToPath(moduleUrl))}`, moduleUrl));
}
