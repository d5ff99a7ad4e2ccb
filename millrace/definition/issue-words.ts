import type * as z from 'zod';
import { showKey } from './payload-path.ts';

const KEYS_SHOWN = 5;

/** Where zod's name of a type does not read as a noun, or is not JSON's. */
const typeWords: Readonly<Record<string, string>> = {
  int: 'a whole number',
  record: 'an object',
  tuple: 'an array',
  null: 'null',
  nan: 'NaN',
  never: 'absent',
  undefined: 'absent',
  nonoptional: 'present',
};

/** A zod issue in words made from its code and the schema alone: zod's own, and a schema's, may repeat the value. */
export function issueWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords[issue.expected] ?? withArticle(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(showValue).join(', ')}`;
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case 'invalid_format':
      return `must have the format ${issue.format}${issue.pattern === undefined ? '' : ` ${issue.pattern}`}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `holds keys that the schema does not know: ${someKeys(issue.keys)}`;
    case 'invalid_union':
      return 'matches none of the allowed shapes';
    case 'invalid_key':
      return `holds a key that the ${issue.origin}'s schema refuses`;
    case 'invalid_element':
      return `holds an element that the ${issue.origin}'s schema refuses`;
    default:
      return "does not pass the schema's own check";
  }
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function showValue(value: z.core.util.Primitive): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function unitOf(origin: string, count: number | bigint): string {
  const plural = Number(count) === 1 ? '' : 's';
  if (origin === 'string') return ` character${plural} long`;
  return origin === 'array' || origin === 'set' || origin === 'map' ? ` element${plural} long` : '';
}

function someKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, KEYS_SHOWN).map(showKey).join(', ');
  return keys.length > KEYS_SHOWN ? `${shown} and ${keys.length - KEYS_SHOWN} more` : shown;
}
