import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { JobDefinition } from '../../definition/job-definition.ts';

/** A payload that the job takes: its recorded sample, or one made from its schema; undefined where that can't be done. */
export async function examplePayload(job: JobDefinition, projectDir: string): Promise<unknown> {
  return example(job.payload, join(projectDir, SAMPLES, `${job.type}.v${job.version}.json`));
}

/** The same for its confidential data; undefined, too, where it has none. */
export async function exampleConfidential(job: JobDefinition, projectDir: string): Promise<unknown> {
  if (job.confidential === undefined) return undefined;
  return example(job.confidential, join(projectDir, SAMPLES, `${job.type}.v${job.version}.confidential.json`));
}

const SAMPLES = join('test', 'jobs', 'samples');

async function example(schema: z.ZodObject, sample: string): Promise<unknown> {
  const recorded = await readFile(sample, 'utf8').catch(() => undefined);
  const value = recorded === undefined ? fromSchema(schema) : JSON.parse(recorded);
  return schema.safeParse(value).success ? value : undefined;
}

function fromSchema(schema: z.ZodObject): unknown {
  return exampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

type Schema = z.core.JSONSchema.BaseSchema;

const formats: Readonly<Record<string, string>> = {
  uuid: '3f2b8c1e-6f0a-4c58-9d4e-0b7a1c2d3e4f',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00Z',
  uri: 'https://example.com/',
};

function exampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [option] = schema.anyOf ?? schema.oneOf ?? [];
  if (typeof option === 'object') return exampleOf(option);
  switch (schema.type) {
    case 'object':
      return exampleObject(schema);
    case 'array':
      return typeof schema.items === 'object' && !Array.isArray(schema.items) ? [exampleOf(schema.items)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return formats[schema.format ?? ''] ?? 'example-1'.padEnd(schema.minLength ?? 0, '0');
    default:
      return null;
  }
}

function exampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  return Object.fromEntries(
    required.map((name) => {
      const property = properties[name];
      return [name, typeof property === 'object' ? exampleOf(property) : null];
    }),
  );
}
