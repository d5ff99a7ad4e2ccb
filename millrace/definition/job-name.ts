import { isPlainObject } from './plain-object.ts';

/** What an error calls a job, whatever was given for one. */
export function jobName(given: unknown): string {
  const type = isPlainObject(given) ? given.type : undefined;
  return type === undefined ? '(without a type)' : String(type);
}
