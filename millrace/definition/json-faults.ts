import type { PayloadIssue } from './invalid-payload-error.ts';
import { type JsonNode, keysTo, visitJson } from './json-nodes.ts';
import { payloadPath } from './payload-path.ts';
import { MAX_JSON_DEPTH } from './wire-limits.ts';

/** Keys that reach an object's prototype in careless code. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** JSON reads integers beyond ±2^53 rounded, and `1e999` as Infinity: what arrives is not what was sent. */
export function isUnsafeNumber(value: unknown): boolean {
  return (
    typeof value === 'number' && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
  );
}

/** What no schema may let through: unsafe numbers, forbidden keys, too deep nesting. */
export function jsonFaults(value: unknown): PayloadIssue[] {
  const issues: PayloadIssue[] = [];
  visitJson(value, (node) => {
    const message = faultOf(node);
    if (message !== undefined) issues.push({ path: payloadPath(keysTo(node)), message });
    return node.depth < MAX_JSON_DEPTH;
  });
  return issues;
}

function faultOf(node: JsonNode): string | undefined {
  if (FORBIDDEN_KEYS.has(node.key)) return 'not allowed as a key';
  if (isUnsafeNumber(node.value)) return 'beyond the integers that JSON keeps exactly; send it as a string';
  const nested = typeof node.value === 'object' && node.value !== null;
  return nested && node.depth >= MAX_JSON_DEPTH ? `nested deeper than ${MAX_JSON_DEPTH} levels` : undefined;
}
