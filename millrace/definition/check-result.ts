import * as z from 'zod';
import type { PayloadIssue } from './invalid-payload-error.ts';
import type { JobDefinition } from './job-definition.ts';
import { jsonFaults } from './json-faults.ts';
import { schemaParse } from './parse-payload.ts';
import { throughJson } from './through-json.ts';
import { utf8Bytes } from './utf8-bytes.ts';
import { guardedValues } from './value-guard.ts';
import { MAX_RESULT_BYTES, MAX_STEP_RESULT_BYTES } from './wire-limits.ts';

export type CheckedResult =
  | { readonly ok: true; readonly json: string | undefined }
  | { readonly ok: false; readonly issues: readonly PayloadIssue[] };

/** What a step returned, as the record stores it; any JSON that the guard lets through. */
export function checkStepResult(value: unknown): CheckedResult {
  return checked(z.unknown(), value, MAX_STEP_RESULT_BYTES);
}

/** What a handler returned, as the record stores it: parsed in the form in which a duplicate will read it. */
export function checkResult(job: Pick<JobDefinition, 'result'>, value: unknown): CheckedResult {
  return checked(job.result, value, MAX_RESULT_BYTES);
}

function checked(schema: z.ZodType, value: unknown, mostBytes: number): CheckedResult {
  const wire = throughJson(value);
  if (!wire.ok) return renamed(wire.issues);
  const parsed = schemaParse(schema, wire.value);
  if (!parsed.ok) return renamed(parsed.issues);
  const stored = throughJson(parsed.output);
  if (!stored.ok) return renamed(stored.issues);
  const issues = [...jsonFaults(stored.value), ...guardedValues(schema, stored.value)];
  if (issues.length > 0) return renamed(issues);
  const json: string | undefined = JSON.stringify(stored.value);
  const bytes = json === undefined ? 0 : utf8Bytes(json);
  if (bytes <= mostBytes) return { ok: true, json };
  const message = `${bytes} bytes of JSON; at most ${mostBytes}: store it elsewhere and return where`;
  return { ok: false, issues: [{ path: '(result)', message }] };
}

function renamed(issues: readonly PayloadIssue[]): CheckedResult {
  return {
    ok: false,
    issues: issues.map((issue) => (issue.path === '(payload)' ? { ...issue, path: '(result)' } : issue)),
  };
}
