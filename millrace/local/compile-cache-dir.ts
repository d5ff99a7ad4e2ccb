import { join } from 'node:path';

/** Where a project's processes keep compiled code: an engine or a worker starts twice as fast with it. */
export function compileCacheDir(projectDir: string): string {
  return join(projectDir, '.millrace', 'compile-cache');
}
