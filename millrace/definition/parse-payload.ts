import type * as z from 'zod';
import type { PayloadIssue } from './invalid-payload-error.ts';
import { issueWords } from './issue-words.ts';
import type { JobDefinition, PayloadOutput } from './job-definition.ts';
import { jobId, jobKey } from './job-id.ts';
import { jsonFaults } from './json-faults.ts';
import { payloadPath } from './payload-path.ts';
import { isPlainObject } from './plain-object.ts';
import { MAX_KEY_BYTES } from './wire-limits.ts';

const ISSUES_SHOWN = 20;

export interface RefusedPayload {
  readonly ok: false;
  readonly reason: 'invalid-payload' | 'no-key';
  readonly issues: readonly PayloadIssue[];
}

export interface ParsedPayload<Job extends KeyedJob> {
  readonly ok: true;
  readonly payload: PayloadOutput<Job>;
  readonly key: string;
  readonly id: string;
}

/** What of a job's definition makes a payload and its key. */
export type KeyedJob = Pick<JobDefinition, 'type' | 'payload' | 'idempotencyKey'>;

/** Parses JSON data of the job's current version: what a producer sends and a consumer runs passes here alike. */
export function parsePayload<Job extends KeyedJob>(job: Job, data: unknown): ParsedPayload<Job> | RefusedPayload {
  const faults = jsonFaults(data);
  if (faults.length > 0) return refuse('invalid-payload', faults);
  const parsed = schemaParse(job.payload, data);
  if (!parsed.ok) return refuse(lacksKey(job, data) ? 'no-key' : 'invalid-payload', parsed.issues);
  const values = job.idempotencyKey.map((field) => parsed.output[field]);
  const keyIssues = values.flatMap((value, index) => keyIssue(job.idempotencyKey[index] ?? '', value));
  if (keyIssues.length > 0) return refuse('no-key', keyIssues);
  const key = jobKey(values as (string | number)[]); // keyIssue has seen to it
  if (key.length > MAX_KEY_BYTES) return refuse('no-key', [tooLong(job)]);
  return { ok: true, payload: parsed.output as PayloadOutput<Job>, key, id: jobId(job.type, key) };
}

type SchemaParse<Output> = { ok: true; output: Output } | { ok: false; issues: PayloadIssue[] };

/** `safeParse` whose issues hold no values, and which answers even where the schema's own code throws. */
export function schemaParse<Schema extends z.ZodType>(schema: Schema, data: unknown): SchemaParse<z.output<Schema>> {
  try {
    const parsed = schema.safeParse(data);
    if (parsed.success) return { ok: true, output: parsed.data };
    const issues = parsed.error.issues.slice(0, ISSUES_SHOWN);
    return {
      ok: false,
      issues: issues.map((issue) => ({ path: payloadPath(issue.path), message: issueWords(issue) })),
    };
  } catch (error) {
    return { ok: false, issues: [{ path: payloadPath([]), message: `the schema's own check threw ${nameOf(error)}` }] };
  }
}

/** An error's name: its message may hold values. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'something that is no Error';
}

function refuse(reason: RefusedPayload['reason'], issues: readonly PayloadIssue[]): RefusedPayload {
  return { ok: false, reason, issues: issues.slice(0, ISSUES_SHOWN) };
}

function lacksKey(job: KeyedJob, data: unknown): boolean {
  if (!isPlainObject(data)) return false;
  return job.idempotencyKey.some((field) => data[field] === undefined || data[field] === null || data[field] === '');
}

function keyIssue(field: string, value: unknown): PayloadIssue[] {
  if (Number.isSafeInteger(value)) return [];
  if (typeof value !== 'string')
    return [{ path: field, message: 'is part of the key: must be a string or an integer' }];
  if (value === '') return [{ path: field, message: 'is part of the key: must not be empty' }];
  return value.isWellFormed() ? [] : [{ path: field, message: 'is part of the key: must be well-formed Unicode' }];
}

function tooLong(job: KeyedJob): PayloadIssue {
  return { path: job.idempotencyKey.join(', '), message: `the key must be at most ${MAX_KEY_BYTES} bytes, encoded` };
}
