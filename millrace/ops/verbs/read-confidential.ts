import { OperatorError, UsageError } from '../operator-error.ts';
import type { VerbCall } from './verb.ts';

/** `--confidential` or `--confidential-file`: what it holds is in no message of ours. @throws UsageError, OperatorError */
export async function readConfidential({ options, readFile }: VerbCall): Promise<unknown> {
  const { confidential: given, 'confidential-file': path } = options;
  if (given === undefined && path === undefined) return undefined;
  if (given !== undefined && path !== undefined) {
    throw new UsageError('both --confidential and --confidential-file given', 'give one of them');
  }
  const text = path === undefined ? String(given) : await readFile(String(path));
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words would show a part of it.
    throw new OperatorError('the confidential data is not JSON', `give an object: '{"to": "…"}'`);
  }
}
