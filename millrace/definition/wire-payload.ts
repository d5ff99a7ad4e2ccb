import { InvalidPayloadError } from './invalid-payload-error.ts';
import { type KeyedJob, parsePayload } from './parse-payload.ts';
import { throughJson } from './through-json.ts';
import { undeclaredFields } from './undeclared-fields.ts';
import { guardedValues } from './value-guard.ts';

/** What a producer sends: the data as the consumer will read it, and the job that it names. */
export interface WirePayload {
  readonly data: Readonly<Record<string, unknown>>;
  /** As a consumer's handler will get it. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly id: string;
}

/**
 * Turns a producer's input into what will be on the wire, validated in that form.
 * @throws InvalidPayloadError with all issues at once.
 */
export function wirePayload(job: KeyedJob, input: unknown): WirePayload {
  const wire = throughJson(input);
  if (!wire.ok) throw new InvalidPayloadError(job.type, wire.issues);
  const parsed = parsePayload(job, wire.value);
  const issues = [
    ...(parsed.ok ? [] : parsed.issues),
    ...undeclaredFields(job.payload, wire.value),
    ...guardedValues(job.payload, wire.value),
  ];
  if (!parsed.ok || issues.length > 0) throw new InvalidPayloadError(job.type, issues);
  // The payload's schema is a zod object: what it accepts is one.
  return { data: wire.value as Record<string, unknown>, payload: parsed.payload, key: parsed.key, id: parsed.id };
}
