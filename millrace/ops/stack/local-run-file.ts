import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the local run writes in `.millrace/local.json`, as far as a verb needs it. */
export interface LocalRunFile {
  readonly app: string;
  readonly stage: string;
  readonly sqsEndpoint: string;
  readonly dynamodbEndpoint: string;
  readonly schedulerEndpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly table: string;
  readonly pid: number;
}

export function localRunFilePath(root: string): string {
  return join(root, '.millrace', 'local.json');
}

/** The local run of a project, where one is alive. */
export function readLocalRun(root: string): LocalRunFile | undefined {
  try {
    const run: LocalRunFile = JSON.parse(readFileSync(localRunFilePath(root), 'utf8'));
    return isAlive(run.pid) ? run : undefined;
  } catch {
    // None was started, or it is writing the file at this moment.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is alive all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
