import type { PayloadIssue } from '../definition/invalid-payload-error.ts';
import { type JsonNode, keysTo, visitJson } from '../definition/json-nodes.ts';
import { payloadPath } from '../definition/payload-path.ts';
import type { ConfidentialValues } from './confidential-values.ts';

/** Where the JSON of a result, or of a step's, holds confidential values of its job. */
export function heldValues(values: ConfidentialValues, json: string | undefined): PayloadIssue[] {
  if (!values.areKnown || json === undefined) return [];
  const issues: PayloadIssue[] = [];
  visitJson(JSON.parse(json), (node) => {
    if (node.parent && values.isHeldBy(node.key)) issues.push(issueAt(node.parent, 'confidential data as a key'));
    if (isHeld(values, node.value)) issues.push(issueAt(node, 'confidential data of its job'));
    return true;
  });
  return issues;
}

function issueAt(node: JsonNode, what: string): PayloadIssue {
  const keys = keysTo(node);
  const path = keys.length === 0 ? '(result)' : payloadPath(keys);
  return { path, message: `holds ${what}, which nothing may keep: return a reference id` };
}

/** A status code is no part of an address: of numbers, only a whole one counts. */
function isHeld(values: ConfidentialValues, value: unknown): boolean {
  if (typeof value === 'string') return values.isHeldBy(value);
  return typeof value === 'number' && String(value).length >= LEAST_DIGITS && values.isHeldBy(String(value));
}

const LEAST_DIGITS = 6;
