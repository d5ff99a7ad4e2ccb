import type * as z from 'zod';
import { type SchemaChild, schemaChildren } from './schema-children.ts';

/** A schema at the end of a path of fields. */
export interface SchemaNode extends SchemaChild {
  readonly path: readonly string[];
}

/**
 * Visits every schema inside one, under every field that leads to it; what is inside each is visited once, so that
 * schemas may refer to themselves. `descend` answers whether to look inside.
 */
export function visitSchema(root: z.core.$ZodType, descend: (node: SchemaNode) => boolean): void {
  const waiting: SchemaNode[] = [{ schema: root, path: [] }];
  const seen = new Set<z.core.$ZodType>();
  for (let node = waiting.shift(); node; node = waiting.shift()) {
    if (!descend(node) || seen.has(node.schema)) continue;
    seen.add(node.schema);
    for (const child of schemaChildren(node.schema)) {
      const step = child.field ?? (child.everyKey ? '*' : undefined);
      waiting.push({ ...child, path: step === undefined ? node.path : [...node.path, step] });
    }
  }
}
