import type * as z from 'zod';
import type { DefinitionProblem } from './definition-errors.ts';
import { unreadableFields } from './json-kinds.ts';
import { brokenKey, brokenKeyField } from './key-rules.ts';
import { guardedFields } from './payload-guard.ts';

/** Rules about payload, confidential data and result, and about the fields that make a key or a group. */
export function brokenSchemas(spec: Readonly<Record<string, unknown>>) {
  return [...brokenPayload(spec), ...brokenConfidential(spec.confidential), ...brokenResult(spec.result)];
}

function brokenPayload(spec: Readonly<Record<string, unknown>>): DefinitionProblem[] {
  const { payload: given, idempotencyKey, orderedBy, fairBy } = spec;
  if (!isSchema(given) || !isObjectSchema(given)) {
    return [{ field: 'payload', given: inWords(given), allowed: 'must be a zod 4 object: z.object({ … })' }];
  }
  return [
    ...brokenKey(given, idempotencyKey),
    ...(orderedBy === undefined ? [] : brokenKeyField(given, 'orderedBy', orderedBy)),
    ...(fairBy === undefined ? [] : brokenKeyField(given, 'fairBy', fairBy)),
    ...unreadableFields(given, 'payload'),
    ...guardedFields(given, 'payload'),
  ];
}

/** It may hold whatever the payload may not: its names are not guarded. */
function brokenConfidential(given: unknown): DefinitionProblem[] {
  if (given === undefined) return [];
  if (isSchema(given) && isObjectSchema(given)) return unreadableFields(given, 'confidential');
  return [{ field: 'confidential', given: inWords(given), allowed: 'must be a zod 4 object: z.object({ … })' }];
}

function brokenResult(given: unknown): DefinitionProblem[] {
  if (given === undefined) return [];
  if (!isSchema(given)) return [{ field: 'result', given: inWords(given), allowed: 'must be a zod 4 schema' }];
  return [...unreadableFields(given, 'result'), ...guardedFields(given, 'result')];
}

export function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

function isObjectSchema(schema: z.core.$ZodType): schema is z.core.$ZodObject {
  return schema._zod.def.type === 'object';
}

function inWords(given: unknown): unknown {
  return isSchema(given) ? `z.${given._zod.def.type}()` : given;
}
