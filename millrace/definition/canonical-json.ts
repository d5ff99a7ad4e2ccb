import { isPlainObject } from './plain-object.ts';

/** A JSON value as text that does not depend on the order of its objects' keys: what a content hash is made of. */
export function canonicalJson(value: unknown): string {
  return String(JSON.stringify(value, (_key, inner: unknown) => (isPlainObject(inner) ? sorted(inner) : inner)));
}

/** Integer-like keys come first whatever is done: that, too, is always the same order. */
function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([left], [right]) => (left < right ? -1 : 1)));
}
