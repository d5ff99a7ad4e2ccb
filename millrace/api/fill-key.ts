import { createHash } from 'node:crypto';
import type { PayloadIssue } from '../definition/invalid-payload-error.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { isPlainObject } from '../definition/plain-object.ts';

export type FilledPayload =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly issues: readonly PayloadIssue[] };

/** Any printable ASCII: UUIDs mostly. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * A payload that leaves the one missing field of its key to the server gets it from the request's `Idempotency-Key`: the
 * same request again is the same job. It is a UUID (version 8), worked out from job type, caller and header.
 */
export function fillKey(
  { type, idempotencyKey }: JobDefinition,
  payload: unknown,
  request: { readonly idempotencyKey: string | undefined; readonly subject: string | undefined },
): FilledPayload {
  const header = request.idempotencyKey?.trim();
  if (header !== undefined && !IDEMPOTENCY_KEY.test(header)) {
    return refuse('(Idempotency-Key)', 'must be 1 to 255 printable ASCII characters without blanks');
  }
  const missing = isPlainObject(payload) ? idempotencyKey.filter((field) => !Object.hasOwn(payload, field)) : [];
  const [field, ...others] = missing;
  if (!isPlainObject(payload) || field === undefined) return { ok: true, payload };
  if (header === undefined || others.length > 0) {
    const ways = others.length > 0 ? 'give all but one of them' : 'give it, or send the header Idempotency-Key';
    return refuse(missing.join(', '), `part of the job's key: ${ways}, so that the same request again is the same job`);
  }
  return { ok: true, payload: { ...payload, [field]: uuidOf([type, request.subject ?? '', header]) } };
}

function refuse(path: string, message: string): FilledPayload {
  return { ok: false, issues: [{ path, message }] };
}

function uuidOf(parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
