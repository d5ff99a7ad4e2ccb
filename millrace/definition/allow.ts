import * as z from 'zod';
import { schemaChildren, schemasInPlace } from './schema-children.ts';

const allowances = z.registry<{ reason: string }>();

/**
 * Lets a payload or result field keep a name that the guard would refuse, for the reason given.
 * Its values may then look like an e-mail address or a card number, never like a key or token.
 */
export function allow<Schema extends z.ZodType>(schema: Schema, reason: string): Schema {
  if (reason.trim() === '')
    throw new TypeError('allow(schema, reason): the reason is empty; say why this is no secret');
  const allowed = schema.clone();
  allowances.add(allowed, { reason });
  return allowed;
}

/** Is this schema, or one that it only wraps, allowed? */
export function isAllowed(schema: z.core.$ZodType): boolean {
  return schemasInPlace(schema).some((inner) => allowances.get(inner) !== undefined);
}

/** Is the value that these keys lead to, or anything around it, allowed? */
export function isAllowedAt(schema: z.core.$ZodType, keys: readonly string[]): boolean {
  let at = schemasInPlace(schema);
  for (const key of keys) {
    if (at.some((candidate) => allowances.get(candidate) !== undefined)) return true;
    const next = at.flatMap((candidate) => schemaChildren(candidate));
    at = next.filter((child) => child.everyKey || child.field === key).flatMap((child) => schemasInPlace(child.schema));
  }
  return at.some((candidate) => allowances.get(candidate) !== undefined);
}
