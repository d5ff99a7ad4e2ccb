import type * as z from 'zod';
import { isAllowed } from './allow.ts';
import type { DefinitionProblem } from './definition-errors.ts';
import { FORBIDDEN_KEYS } from './json-faults.ts';
import { isWrapper, schemasInPlace } from './schema-children.ts';
import { sensitiveWords } from './sensitive-names.ts';
import { visitSchema } from './visit-schema.ts';

/** Kinds whose values stand in the code or tell yes from no: no name makes them a secret. */
const FIXED = new Set(['boolean', 'enum', 'literal', 'null', 'undefined', 'void', 'never']);

/** Fields of a payload or result whose names speak of secrets, personal data or texts. */
export function guardedFields(schema: z.core.$ZodType, root: 'payload' | 'result'): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  visitSchema(schema, (node) => {
    if (isAllowed(node.schema)) return false;
    const allowed = node.field === undefined ? undefined : nameProblem(node.field, node.schema);
    if (allowed !== undefined) problems.push({ field: [root, ...node.path].join('.'), given: node.field, allowed });
    return true;
  });
  return problems;
}

function nameProblem(name: string, schema: z.core.$ZodType): string | undefined {
  if (FORBIDDEN_KEYS.has(name)) return 'not allowed as a name: it reaches the prototype in careless code';
  const words = sensitiveWords(name);
  if (words === undefined || isFixed(schema)) return undefined;
  const reference = `a reference (a name that ends in Id, Ids, Ref or Refs)`;
  return `a name that speaks of secrets, personal data or texts ("${words}"): send ${reference}, or allow(schema, 'why')`;
}

function isFixed(schema: z.core.$ZodType): boolean {
  return schemasInPlace(schema).every((inner) => isWrapper(inner) || FIXED.has(inner._zod.def.type));
}
