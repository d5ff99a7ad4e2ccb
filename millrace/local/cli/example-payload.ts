import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { JobDefinition } from '../../definition/job-definition.ts';

/** A payload that the job takes: its recorded sample, or one made from its schema; undefined where that can't be done. */
export async function examplePayload(job: JobDefinition, projectDir: string): Promise<unknown> {
  const sample = join(projectDir, 'test', 'jobs', 'samples', `${job.type}.v${job.version}.json`);
  const recorded = await readFile(sample, 'utf8').catch(() => undefined);
  const payload = recorded === undefined ? fromSchema(job) : JSON.parse(recorded);
  return job.payload.safeParse(payload).success ? payload : undefined;
}

function fromSchema(job: JobDefinition): unknown {
  return exampleOf(z.toJSONSchema(job.payload, { io: 'input', unrepresentable: 'any' }));
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
