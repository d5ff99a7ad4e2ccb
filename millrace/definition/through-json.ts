import type { PayloadIssue } from './invalid-payload-error.ts';
import { nameOf } from './parse-payload.ts';
import { unjsonable } from './unjsonable.ts';

export type ThroughJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly PayloadIssue[] };

/** A value as the other side of the wire will see it. */
export function throughJson(value: unknown): ThroughJson {
  try {
    const issues = unjsonable(value);
    if (issues.length > 0) return { ok: false, issues };
    const text: string | undefined = JSON.stringify(value);
    return { ok: true, value: text === undefined ? undefined : JSON.parse(text) };
  } catch (error) {
    const message = `cannot be written as JSON: ${nameOf(error)}`;
    return { ok: false, issues: [{ path: '(payload)', message }] };
  }
}
