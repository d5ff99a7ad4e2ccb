import { delimiter, dirname } from 'node:path';

/** The environment of a command started from here: with this very Node first, since an older one runs no `.ts` files. */
export function commandEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
}
