import type { Limit } from './aws-limits.ts';
import type { DefinitionProblem } from './definition-errors.ts';
import { fieldRanges, rangeInWords } from './field-ranges.ts';
import { isPlainObject } from './plain-object.ts';

type Spec = Readonly<Record<string, unknown>>;

/** Numbers that are none, or that are out of their own range. */
export function brokenRanges(spec: Spec): DefinitionProblem[] {
  const groups = ['backoff', 'breaker', 'alarms'].filter(
    (field) => spec[field] !== undefined && !isPlainObject(spec[field]),
  );
  return [
    ...groups.map((field) => ({ field, given: spec[field], allowed: 'must be an object' })),
    ...Object.entries<Limit>(fieldRanges)
      .map(([field, range]) => ({ field, given: valueAt(spec, field), range }))
      .filter(({ field, given, range }) => (given !== undefined || isMissing(spec, field)) && !isWithin(given, range))
      .map(({ field, given, range }) => ({ field, given, allowed: rangeInWords(range) })),
  ];
}

/** A breaker has no defaults: what it takes to open, and for how long, depends on what the job calls. */
function isMissing({ breaker }: Spec, field: string): boolean {
  return isPlainObject(breaker) && field.startsWith('breaker.');
}

function valueAt(spec: Spec, path: string): unknown {
  const [field = '', inner] = path.split('.');
  const value = spec[field];
  if (inner === undefined) return value;
  return isPlainObject(value) ? value[inner] : undefined;
}

function isWithin(given: unknown, { least, most, integer }: Limit): boolean {
  if (typeof given !== 'number' || (integer && !Number.isInteger(given))) return false;
  return given >= least && given <= most;
}
