import { FORBIDDEN_KEYS, isUnsafeNumber } from '../definition/json-faults.ts';
import { visitJson } from '../definition/json-nodes.ts';
import { MAX_JSON_DEPTH } from '../definition/wire-limits.ts';

export type BodyFault = 'too-deep' | 'unsafe-integer';

/** The payload stands one level inside the document. */
const DOCUMENT_DEPTH = MAX_JSON_DEPTH + 1;

/** Takes forbidden keys out of a freshly parsed body, in place; answers its first fault, without recursion. */
export function cleanBody(document: unknown): BodyFault | undefined {
  let fault: BodyFault | undefined;
  visitJson(document, ({ value, depth }) => {
    if (fault !== undefined) return false;
    if (isUnsafeNumber(value)) fault = 'unsafe-integer';
    if (typeof value !== 'object' || value === null) return false;
    if (depth >= DOCUMENT_DEPTH) fault = 'too-deep';
    for (const key of FORBIDDEN_KEYS) if (Object.hasOwn(value, key)) Reflect.deleteProperty(value, key);
    return fault === undefined;
  });
  return fault;
}
