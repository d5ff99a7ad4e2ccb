import { createHash } from 'node:crypto';
import { canonicalJson } from '../definition/canonical-json.ts';

/** Hash of a payload as sent; the order of fields does not matter. */
export function payloadHash(data: unknown): string {
  return createHash('sha256').update(canonicalJson(data)).digest('base64');
}
