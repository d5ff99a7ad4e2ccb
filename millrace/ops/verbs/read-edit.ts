import { isPlainObject } from '../../definition/plain-object.ts';
import { UsageError } from '../operator-error.ts';
import type { Edit } from '../redrive/edit-message.ts';

/** `--edit`: a JSON merge patch (RFC 7396) of the payload. */
export function readEdit(given: string | true | undefined): Edit | undefined {
  if (given === undefined) return undefined;
  const patch = parsed(String(given));
  if (isPlainObject(patch) && Object.keys(patch).length > 0) return (payload) => merged(payload, patch);
  throw new UsageError(
    '--edit: no JSON object with a field given',
    `give the fields to change: --edit '{"field": "value"}'`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function merged(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const fields: Record<string, unknown> = isPlainObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete fields[name];
    else fields[name] = merged(fields[name], value);
  }
  return fields;
}
