import { secretKind } from './secret-kinds.ts';

const PLAIN_KEY = /^[\w$-]{1,64}$/;

/** `items.0.id`, `(payload)` for the whole; a key that could itself be data is shown as `*`. */
export function payloadPath(keys: readonly PropertyKey[]): string {
  return keys.length === 0 ? '(payload)' : keys.map(showKey).join('.');
}

export function showKey(key: PropertyKey): string {
  const text = String(key);
  return PLAIN_KEY.test(text) && secretKind(text) === undefined ? text : '*';
}
