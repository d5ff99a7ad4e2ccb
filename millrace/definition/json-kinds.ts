import type * as z from 'zod';
import type { DefinitionProblem } from './definition-errors.ts';
import { visitSchema } from './visit-schema.ts';

const NEVER_JSON = new Set(['bigint', 'date', 'map', 'set', 'symbol', 'nan', 'file', 'function', 'promise']);
/** What reads the string that JSON brings, and nothing else. */
const FROM_STRING = new Map([
  ['date', 'z.iso.datetime().pipe(z.coerce.date())'],
  ['bigint', 'z.string().regex(/^-?\\d+$/).pipe(z.coerce.bigint())'],
]);
/** A wrong value must not turn into one that looks right. */
const COERCIONS = new Map([
  ['boolean', 'turns "false" into true: use z.boolean() or z.stringbool()'],
  ['number', 'turns null and "" into 0: use z.number()'],
  ['string', 'turns null into "null": use z.string()'],
  ['date', `turns null into 1970: use ${FROM_STRING.get('date')}`],
  ['bigint', `turns "" into 0: use ${FROM_STRING.get('bigint')}`],
]);

type Root = 'payload' | 'confidential' | 'result';

/** Fields of a payload, of confidential data or of a result that no JSON on the wire or in the record can fill. */
export function unreadableFields(schema: z.core.$ZodType, root: Root): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  visitSchema(schema, ({ schema: inner, path, output }) => {
    if (output && root !== 'result') return false;
    const allowed = kindProblem(inner, root);
    if (allowed !== undefined) {
      problems.push({ field: [root, ...path].join('.'), given: `z.${inner._zod.def.type}()`, allowed });
    }
    return true;
  });
  return problems;
}

function kindProblem(schema: z.core.$ZodType, root: Root): string | undefined {
  const { type } = schema._zod.def;
  const coerces = 'coerce' in schema._zod.def && schema._zod.def.coerce === true;
  const isNeverJson = NEVER_JSON.has(type);
  if (isNeverJson && root === 'result') {
    return `a result is kept as JSON: use ${type === 'date' ? 'z.iso.datetime()' : 'a JSON type'}`;
  }
  const trap = COERCIONS.get(type);
  if (coerces && trap !== undefined) return `z.coerce.${type}() ${trap}`;
  if (!isNeverJson) return undefined;
  const reader = FROM_STRING.get(type);
  return reader === undefined ? 'no JSON can fill it: use a JSON type' : `JSON brings a string: use ${reader}`;
}
