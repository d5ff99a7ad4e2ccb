import type * as z from 'zod';
import type { PayloadIssue } from './invalid-payload-error.ts';
import { payloadPath } from './payload-path.ts';
import { isPlainObject } from './plain-object.ts';

type Path = readonly (string | number)[];

/**
 * Fields of a value that its schema accepts and does not know. Parsing drops them, but on the wire they would travel:
 * whoever passes a whole row by accident sends what nobody has declared, or guarded.
 */
export function undeclaredFields(schema: z.core.$ZodType, value: unknown): PayloadIssue[] {
  return undeclaredAt(schema, value, []).map((path) => ({
    path: payloadPath(path),
    message: 'is no field of the payload: leave it out, or declare it',
  }));
}

function undeclaredAt(schema: z.core.$ZodType, value: unknown, path: Path): Path[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return entriesOf(value).flatMap(([field, inner]) => {
        const known = Object.hasOwn(def.shape, field) ? def.shape[field] : def.catchall;
        return known ? undeclaredAt(known, inner, [...path, field]) : [[...path, field]];
      });
    case 'record':
      return entriesOf(value).flatMap(([field, inner]) => undeclaredAt(def.valueType, inner, [...path, field]));
    case 'array':
      return itemsOf(value).flatMap((item, at) => undeclaredAt(def.element, item, [...path, at]));
    case 'tuple':
      return itemsOf(value).flatMap((item, at) => {
        const known = def.items[at] ?? def.rest;
        return known ? undeclaredAt(known, item, [...path, at]) : [];
      });
    case 'union':
      return fewest(
        def.options.filter((option) => accepts(option, value)).map((one) => undeclaredAt(one, value, path)),
      );
    case 'intersection': {
      const right = new Set(undeclaredAt(def.right, value, path).map((one) => JSON.stringify(one)));
      return undeclaredAt(def.left, value, path).filter((one) => right.has(JSON.stringify(one)));
    }
    case 'pipe':
      return undeclaredAt(def.in, value, path);
    case 'lazy':
      return undeclaredAt(def.getter(), value, path);
    default:
      return 'innerType' in def ? undeclaredAt(def.innerType, value, path) : [];
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return isPlainObject(value) ? Object.entries(value) : [];
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function accepts(option: z.core.$ZodType, value: unknown): boolean {
  return (option as z.ZodType).safeParse(value).success;
}

function fewest(candidates: readonly Path[][]): Path[] {
  return candidates.reduce((least, one) => (one.length < least.length ? one : least), candidates[0] ?? []);
}
