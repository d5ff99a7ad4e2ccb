import type { PayloadIssue } from './invalid-payload-error.ts';
import { type JsonNode, keysTo, visitJson } from './json-nodes.ts';
import { payloadPath } from './payload-path.ts';
import { MAX_JSON_DEPTH } from './wire-limits.ts';

/** What JSON would drop, change silently or choke on. `undefined` and what has a `toJSON` are fine. */
export function unjsonable(value: unknown): PayloadIssue[] {
  const issues: PayloadIssue[] = [];
  let tooDeep = false;
  visitJson(value, (node) => {
    if (tooDeep) return false;
    tooDeep = node.depth > MAX_JSON_DEPTH;
    const message = tooDeep ? `circular, or nested deeper than ${MAX_JSON_DEPTH} levels` : faultOf(node);
    if (message !== undefined) issues.push({ path: payloadPath(tooDeep ? [] : keysTo(node)), message });
    return message === undefined && !hasToJson(node.value);
  });
  return issues;
}

function faultOf({ value }: JsonNode): string | undefined {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
    return `a ${typeof value} is no JSON`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return 'NaN and infinite numbers are no JSON';
  if (value instanceof Map || value instanceof Set) return 'a Map or Set is no JSON';
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? 'binary data is no JSON' : undefined;
}

function hasToJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}
