import { UsageError } from '../operator-error.ts';
import type { VerbCall } from './verb.ts';

/** A whole number from an option. @throws UsageError outside the range. */
export function readNumber(
  options: VerbCall['options'],
  name: string,
  range: { readonly least: number; readonly most: number },
): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const number = /^\d+$/.test(String(given)) ? Number(given) : Number.NaN;
  if (number >= range.least && number <= range.most) return number;
  throw new UsageError(`--${name}: ${given} given`, `whole numbers from ${range.least} to ${range.most} are allowed`);
}
