import { invalidParameter, SqsError } from './sqs-error.ts';

/** The parsed JSON of a request, or a part of it. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalidParameter(name, JSON.stringify(value), 'Must be a string.');
  return value;
}

export function requiredText(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (!value) throw new SqsError('MissingParameter', `The request must contain the parameter ${name}.`);
  return value;
}

export function optionalInteger(fields: Fields, name: string, [min, max]: readonly [number, number]) {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalidParameter(name, JSON.stringify(value), `Must be between ${min} and ${max}, if provided.`);
}

export function requiredInteger(fields: Fields, name: string, range: readonly [number, number]): number {
  const value = optionalInteger(fields, name, range);
  if (value === undefined) throw new SqsError('MissingParameter', `The request must contain the parameter ${name}.`);
  return value;
}

export function textList(fields: Fields, name: string): string[] {
  const value = fields[name] ?? [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw invalidParameter(name, JSON.stringify(value), 'Must be a list of strings.');
}

export function textMap(fields: Fields, name: string): Record<string, string> {
  const value = fields[name] ?? {};
  if (!isFields(value)) throw invalidParameter(name, JSON.stringify(value), 'Must be a map of strings.');
  return Object.fromEntries(Object.keys(value).map((key) => [key, optionalText(value, key) ?? '']));
}
