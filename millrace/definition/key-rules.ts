import type * as z from 'zod';
import type { DefinitionProblem } from './definition-errors.ts';

/** Rules about the fields that make a job's key. */
export function brokenKey(payload: z.core.$ZodObject, given: unknown): DefinitionProblem[] {
  const fields: readonly unknown[] = typeof given === 'string' ? [given] : Array.isArray(given) ? given : [];
  if (fields.length === 0)
    return [{ field: 'idempotencyKey', given, allowed: 'must name a payload field, or several' }];
  if (new Set(fields).size < fields.length) {
    return [{ field: 'idempotencyKey', given, allowed: 'must name each field once' }];
  }
  return fields.flatMap((field) => brokenKeyField(payload, 'idempotencyKey', field));
}

/** What a payload field must be that names a job, or the group of its message. */
export function brokenKeyField(payload: z.core.$ZodObject, named: string, field: unknown): DefinitionProblem[] {
  const { shape } = payload._zod.def;
  const schema = typeof field === 'string' && Object.hasOwn(shape, field) ? shape[field] : undefined;
  if (schema === undefined) {
    const allowed = `must be a field of the payload (${Object.keys(shape).join(', ')})`;
    return [{ field: named, given: field, allowed }];
  }
  if (isKeyable(schema)) return [];
  const allowed =
    'must be a required string or integer (z.string(), z.int()): not optional, nullable, defaulted, coerced or transformed';
  return [{ field: named, given: field, allowed }];
}

/** Without a value of its own every job would share one key, so nothing may fill it in. */
function isKeyable(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('coerce' in def && def.coerce) return false;
  switch (def.type) {
    case 'string':
    case 'template_literal':
      return true;
    case 'number':
      return 'isInt' in schema && schema.isInt === true;
    case 'enum':
      return Object.values(def.entries).every(isKeyValue);
    case 'literal':
      return def.values.every(isKeyValue);
    case 'readonly':
      return isKeyable(def.innerType);
    case 'union':
      return def.options.every(isKeyable);
    case 'pipe':
      return isKeyable(def.in) && isKeyable(def.out);
    default:
      return false;
  }
}

function isKeyValue(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
}
