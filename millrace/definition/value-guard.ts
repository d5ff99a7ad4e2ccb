import type * as z from 'zod';
import { isAllowedAt } from './allow.ts';
import type { PayloadIssue } from './invalid-payload-error.ts';
import { payloadPath } from './payload-path.ts';
import { ALLOWABLE_KINDS } from './secret-kinds.ts';
import { findSecrets } from './secret-values.ts';

/** Values that look like secrets; those which are no key to anything are let through where the schema allows. */
export function guardedValues(schema: z.core.$ZodType, value: unknown): PayloadIssue[] {
  return findSecrets(value)
    .filter(({ keys, kind }) => !(ALLOWABLE_KINDS.has(kind) && isAllowedAt(schema, keys)))
    .map(({ keys, kind }) => ({ path: payloadPath(keys), message: `looks like ${kind}; send a reference id` }));
}
