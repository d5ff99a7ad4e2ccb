import type { ParsedArguments } from '../../ops/cli/parse-arguments.ts';
import { readNumber } from '../../ops/verbs/read-number.ts';

const HIGHEST_PORT = 65_535;

/** 0, any free port, where none is given. @throws UsageError */
export function readPort(options: ParsedArguments['options']): number {
  return readNumber(options, 'port', { least: 0, most: HIGHEST_PORT }) ?? 0;
}
