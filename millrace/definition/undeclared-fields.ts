import type * as z from 'zod';
import type { PayloadIssue } from './invalid-payload-error.ts';
import { schemaParse } from './parse-payload.ts';
import { payloadPath } from './payload-path.ts';
import { isPlainObject } from './plain-object.ts';

type Path = readonly (string | number)[];

/**
 * Fields of a value that its schema accepts and does not know. Parsing drops them, but on the wire they would travel:
 * whoever passes a whole row by accident sends what nobody has declared, or guarded.
 */
export function undeclaredFields(schema: z.core.$ZodType, value: unknown): PayloadIssue[] {
  return createSearch()(schema, value).map((path) => ({
    path: payloadPath(path),
    message: 'is no field of the payload: leave it out, or declare it',
  }));
}

type Search = (schema: z.core.$ZodType, value: unknown) => readonly Path[];

/** Remembers what it found: options of a union that lead back to it would be searched over and over. */
function createSearch(): Search {
  const known = new Map<z.core.$ZodType, Map<unknown, readonly Path[]>>();
  const search: Search = (schema, value) => {
    const ofSchema = known.get(schema) ?? new Map<unknown, readonly Path[]>();
    known.set(schema, ofSchema);
    const found = ofSchema.get(value) ?? searchIn(schema, value, search);
    ofSchema.set(value, found);
    return found;
  };
  return search;
}

function searchIn(schema: z.core.$ZodType, value: unknown, search: Search): readonly Path[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inside = (key: string | number, inner: z.core.$ZodType, at: unknown) =>
    search(inner, at).map((path) => [key, ...path]);
  switch (def.type) {
    case 'object':
      return entriesOf(value).flatMap(([field, at]) => {
        const declared = Object.hasOwn(def.shape, field) ? def.shape[field] : def.catchall;
        return declared ? inside(field, declared, at) : [[field]];
      });
    case 'record':
      return entriesOf(value).flatMap(([field, at]) => inside(field, def.valueType, at));
    case 'array':
      return itemsOf(value).flatMap((item, index) => inside(index, def.element, item));
    case 'tuple':
      return itemsOf(value).flatMap((item, index) => {
        const declared = def.items[index] ?? def.rest;
        return declared ? inside(index, declared, item) : [];
      });
    case 'union':
      return fewestOf(def.options, value, search);
    case 'intersection': {
      const right = new Set(search(def.right, value).map((path) => JSON.stringify(path)));
      return search(def.left, value).filter((path) => right.has(JSON.stringify(path)));
    }
    case 'pipe':
      return search(def.in, value);
    case 'lazy':
      return search(def.getter(), value);
    default:
      return 'innerType' in def ? search(def.innerType, value) : [];
  }
}

/** Of the options that accept the value, the one that knows most of it. */
function fewestOf(options: readonly z.core.$ZodType[], value: unknown, search: Search): readonly Path[] {
  let fewest: readonly Path[] | undefined;
  for (const option of options) {
    if (!schemaParse(option as z.ZodType, value).ok) continue;
    const found = search(option, value);
    if (fewest === undefined || found.length < fewest.length) fewest = found;
    if (fewest.length === 0) break;
  }
  return fewest ?? [];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isPlainObject(value) ? Object.entries(value) : [];
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
