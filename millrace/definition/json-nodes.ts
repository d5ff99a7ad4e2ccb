/** A value inside a JSON document and the way to it. */
export interface JsonNode {
  readonly value: unknown;
  readonly key: string;
  readonly parent: JsonNode | undefined;
  readonly depth: number;
}

/**
 * Visits a value and everything in it, in document order, without recursion: depth costs no stack.
 * `descend` answers whether the node's children are visited too.
 */
export function visitJson(root: unknown, descend: (node: JsonNode) => boolean): void {
  const waiting: JsonNode[] = [{ value: root, key: '', parent: undefined, depth: 0 }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!descend(node)) continue;
    const { value } = node;
    if (typeof value !== 'object' || value === null) continue;
    const entries = Object.entries(value);
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const [key, child] = entries[index] as [string, unknown]; // index is inside the array
      waiting.push({ value: child, key, parent: node, depth: node.depth + 1 });
    }
  }
}

/** The keys that lead to a node. */
export function keysTo(node: JsonNode): string[] {
  const keys: string[] = [];
  for (let at = node; at.parent; at = at.parent) keys.unshift(at.key);
  return keys;
}
