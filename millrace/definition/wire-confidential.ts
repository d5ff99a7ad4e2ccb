import type * as z from 'zod';
import { confidentialPath } from './confidential-path.ts';
import { InvalidPayloadError, type PayloadIssue } from './invalid-payload-error.ts';
import type { JobDefinition } from './job-definition.ts';
import { jsonFaults } from './json-faults.ts';
import { schemaParse } from './parse-payload.ts';
import { throughJson } from './through-json.ts';
import { undeclaredFields } from './undeclared-fields.ts';
import { utf8Bytes } from './utf8-bytes.ts';
import { MAX_CONFIDENTIAL_BYTES } from './wire-limits.ts';

/**
 * Turns what a producer gives as a job's confidential data into the JSON that is kept, validated in that form;
 * undefined where the job has none.
 * @throws InvalidPayloadError with all issues at once: paths and reasons, never values.
 */
export function wireConfidential(
  job: Pick<JobDefinition, 'type' | 'confidential'>,
  input: unknown,
): { readonly value: unknown; readonly json: string } | undefined {
  if (job.confidential === undefined) {
    if (input === undefined) return undefined;
    throw refused(job, [{ path: '', message: `${job.type} has no confidential data: leave it out` }]);
  }
  if (input === undefined) {
    throw refused(job, [{ path: '', message: `${job.type} needs it: give what its definition names` }]);
  }
  const wire = throughJson(input);
  if (!wire.ok) throw refused(job, wire.issues);
  const parsed = schemaParse(job.confidential, wire.value);
  const json = JSON.stringify(wire.value);
  const issues = [
    ...jsonFaults(wire.value),
    ...(parsed.ok ? [] : parsed.issues),
    ...undeclared(job.confidential, wire.value),
    ...tooLarge(utf8Bytes(json)),
  ];
  if (issues.length > 0) throw refused(job, issues);
  return { value: wire.value, json };
}

function undeclared(schema: z.ZodObject, value: unknown): PayloadIssue[] {
  const message = 'is no field of the confidential data: leave it out, or declare it';
  return undeclaredFields(schema, value).map(({ path }) => ({ path, message }));
}

function tooLarge(bytes: number): PayloadIssue[] {
  if (bytes <= MAX_CONFIDENTIAL_BYTES) return [];
  return [{ path: '', message: `${bytes} bytes of JSON; at most ${MAX_CONFIDENTIAL_BYTES} are allowed` }];
}

function refused({ type }: Pick<JobDefinition, 'type'>, issues: readonly PayloadIssue[]): InvalidPayloadError {
  return new InvalidPayloadError(
    type,
    issues.map(({ path, message }) => ({ path: confidentialPath(path), message })),
  );
}
