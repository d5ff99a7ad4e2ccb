import { CONCEALED, type ConfidentialValues } from './confidential-values.ts';

/** Deeper than anybody reads. */
const DEEPEST = 32;
const UNREADABLE = 'something that has no text';

/**
 * Whatever a handler threw, or gave its logger, without the confidential values that it holds anywhere. An error stays
 * what it is: of its class, with its fields.
 */
export function conceal(values: ConfidentialValues, given: unknown): unknown {
  return values.areKnown ? createConcealing(values)(given, 0) : given;
}

function createConcealing(values: ConfidentialValues) {
  const copies = new Map<object, unknown>();
  const concealed = (given: unknown, depth: number): unknown => {
    if (typeof given === 'string') return values.conceal(given);
    if (typeof given === 'number' || typeof given === 'bigint') return unlessShown(given);
    if (typeof given !== 'object' || given === null) return given;
    if (depth > DEEPEST) return CONCEALED;
    if (copies.has(given)) return copies.get(given);
    return ofObject(given, depth + 1);
  };
  const unlessShown = <Value>(given: Value) => {
    const text = values.conceal(String(given));
    return text === String(given) ? given : text;
  };
  const ofObject = (given: object, depth: number): unknown => {
    if (given instanceof Error) return ofError(given, depth);
    if (ArrayBuffer.isView(given)) return `${given.byteLength} bytes`;
    if (given instanceof String) return values.conceal(String(given));
    if (given instanceof Map || given instanceof Set) return ofItems(given, [...given], depth);
    if (Array.isArray(given)) return ofItems(given, given, depth);
    if ('toJSON' in given && typeof given.toJSON === 'function') {
      copies.set(given, CONCEALED);
      return concealed(given.toJSON(), depth);
    }
    const copy: Record<string, unknown> = {};
    copies.set(given, copy);
    for (const [key, value] of Object.entries(given)) define(copy, values.conceal(key), concealed(value, depth));
    return copy;
  };
  const ofItems = (given: object, items: readonly unknown[], depth: number) => {
    const copy: unknown[] = [];
    copies.set(given, copy);
    for (const item of items) copy.push(concealed(item, depth));
    return copy;
  };
  const ofError = (given: Error, depth: number): Error => {
    const copy: Error = Object.create(Object.getPrototypeOf(given));
    copies.set(given, copy);
    // A class may have them as getters of its own, over fields that a copy has not.
    for (const key of new Set(['name', 'message', 'stack', 'cause', ...Reflect.ownKeys(given)])) {
      if (key === 'cause' && !(key in given)) continue;
      define(copy, key, concealed(readable(given, key), depth));
    }
    return copy;
  };
  return concealed;
}

function readable(given: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(given, key);
  } catch {
    return UNREADABLE;
  }
}

/** Not enumerable where nobody would expect it to be logged twice. */
function define(copy: object, key: PropertyKey, value: unknown): void {
  const enumerable = !(copy instanceof Error && ['name', 'message', 'stack', 'cause'].includes(String(key)));
  Object.defineProperty(copy, key, { value, enumerable, writable: true, configurable: true });
}
