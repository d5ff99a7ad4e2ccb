import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownPlace } from '../definition/own-place.ts';
import { OperatorError } from '../ops/operator-error.ts';

/** The local servers that stand in for a project's outside services. */
export interface Twins {
  /** Laid over a function's environment, it makes the function call the twins. */
  readonly environment: Readonly<Record<string, string>>;
  readonly address?: string;
  stop(): Promise<void>;
}

/** Starts the twins where a project has them: `services/twins/index.ts`. `now` is the run's own time, in milliseconds. */
export async function startTwins(projectDir: string, now: () => number): Promise<Twins | undefined> {
  const entry = join(projectDir, 'services', 'twins', 'index.ts');
  if (!existsSync(entry)) return undefined;
  try {
    const module: { startTwins(options: { readonly now: () => number }): Promise<Twins> } = await import(
      pathToFileURL(entry).href
    );
    return await module.startTwins({ now });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const place = cause instanceof Error ? ownPlace(cause.stack ?? '', pathToFileURL(projectDir).href) : undefined;
    throw new OperatorError(`the twins can't be started: ${why}`, `put right ${place ?? entry}`, { cause });
  }
}
