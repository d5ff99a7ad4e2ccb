import * as z from 'zod';
import type { JobDefinition } from '../../definition/job-definition.ts';

/** A schema of JSON Schema 2020-12, which is what OpenAPI 3.1 speaks. */
export type JsonSchema = Record<string, unknown>;

/**
 * What a request may give as a job's payload: without fields that nobody has declared, and with the key left out where the
 * request's `Idempotency-Key` stands in for it.
 */
export function payloadSchema({ payload, idempotencyKey }: JobDefinition): JsonSchema {
  const schema = requestSchema(payload);
  const [key, ...others] = idempotencyKey;
  // Of a key of several fields any one may be left out: a schema can't say so, and all of them are always right.
  if (key === undefined || others.length > 0) return schema;
  const required = (schema.required as string[] | undefined)?.filter((field) => field !== key);
  return { ...schema, ...(required === undefined ? {} : { required }) };
}

/** Of what is sent, before a schema's defaults and transforms. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  return closed(jsonSchema(schema, 'input')) as JsonSchema;
}

/** What an answer holds. */
export function resultSchema(schema: z.ZodType): JsonSchema {
  return jsonSchema(schema, 'output');
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return json;
}

/** Undeclared fields are refused, which zod's own schemas do not say; parts of an intersection can't say it of the whole. */
function closed(value: unknown, isPart = false): unknown {
  if (Array.isArray(value)) return value.map((item) => closed(item, isPart));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, closed(inner, name === 'allOf')]);
  const schema: JsonSchema = Object.fromEntries(entries);
  const isObject = schema.type === 'object' && typeof schema.properties === 'object';
  return isObject && !isPart && !('additionalProperties' in schema)
    ? { ...schema, additionalProperties: false }
    : schema;
}
