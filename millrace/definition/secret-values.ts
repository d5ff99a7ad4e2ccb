import { keysTo, visitJson } from './json-nodes.ts';
import { secretKind } from './secret-kinds.ts';

export interface SecretFound {
  /** The way to the text; where the text is a key, the way to its object. */
  readonly keys: readonly string[];
  /** What it looks like: "a JSON web token". */
  readonly kind: string;
}

/** Where a JSON value holds texts, or keys, that look like secrets or personal data. */
export function findSecrets(value: unknown): SecretFound[] {
  const found: SecretFound[] = [];
  visitJson(value, (node) => {
    const keyKind = secretKind(node.key);
    if (keyKind !== undefined && node.parent) found.push({ keys: keysTo(node.parent), kind: `${keyKind} as a key` });
    const kind = typeof node.value === 'string' ? secretKind(node.value) : undefined;
    if (kind !== undefined) found.push({ keys: keysTo(node), kind });
    return true;
  });
  return found;
}
