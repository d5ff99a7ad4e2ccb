import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../operator-error.ts';

/** A file that an option names; `-` is standard input. @throws OperatorError */
export async function readInput(path: string): Promise<string> {
  if (path === '-') return text(process.stdin);
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`${path} can't be read`, 'name a file that is there, or - for standard input', { cause });
  });
}
