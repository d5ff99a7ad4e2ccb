import type * as z from 'zod';
import type { DefinitionProblem } from './definition-errors.ts';
import { visitSchema } from './visit-schema.ts';

const NEVER_JSON = new Set(['bigint', 'date', 'map', 'set', 'symbol', 'nan', 'file', 'function', 'promise']);
const COERCED_FROM_JSON = new Set(['bigint', 'date']);

/** Fields of a payload or result that no JSON on the wire or in the record can fill. */
export function unreadableFields(schema: z.core.$ZodType, root: 'payload' | 'result'): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  visitSchema(schema, ({ schema: inner, path, output }) => {
    if (output && root === 'payload') return false;
    const allowed = kindProblem(inner, root);
    if (allowed !== undefined) {
      problems.push({ field: [root, ...path].join('.'), given: `z.${inner._zod.def.type}()`, allowed });
    }
    return true;
  });
  return problems;
}

function kindProblem(schema: z.core.$ZodType, root: 'payload' | 'result'): string | undefined {
  const { type } = schema._zod.def;
  const coerces = 'coerce' in schema._zod.def && schema._zod.def.coerce === true;
  if (type === 'boolean' && coerces)
    return 'z.coerce.boolean() turns "false" into true: use z.boolean() or z.stringbool()';
  if (!NEVER_JSON.has(type)) return undefined;
  if (root === 'result') return `a result is kept as JSON: use ${type === 'date' ? 'z.iso.datetime()' : 'a JSON type'}`;
  if (!COERCED_FROM_JSON.has(type)) return 'no JSON can fill it: use a JSON type';
  return coerces ? undefined : `JSON brings a string: use z.coerce.${type}()`;
}
