import type * as z from 'zod';

/** A schema directly inside another, and the field or place it stands at; none where the outer one is a wrapper. */
export interface SchemaChild {
  readonly schema: z.core.$ZodType;
  readonly field?: string;
  /** Stands for every key or index: an array's element, a record's value. */
  readonly everyKey?: true;
  /** Behind a transformation: no JSON is read by it. */
  readonly output?: true;
}

/** What a schema is made of, whatever its kind. */
export function schemaChildren(schema: z.core.$ZodType): SchemaChild[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return [
        ...Object.entries(def.shape).map(([field, child]) => ({ field, schema: child })),
        ...(def.catchall ? [{ schema: def.catchall, everyKey: true } as const] : []),
      ];
    case 'array':
      return [{ schema: def.element, everyKey: true }];
    case 'tuple':
      return [...def.items, ...(def.rest ? [def.rest] : [])].map((item) => ({ schema: item, everyKey: true }));
    case 'record':
      return recordChildren(def);
    case 'map':
    case 'set':
      return [{ schema: def.valueType, everyKey: true }];
    case 'union':
      return def.options.map((option) => ({ schema: option }));
    case 'intersection':
      return [{ schema: def.left }, { schema: def.right }];
    case 'pipe':
      return [{ schema: def.in }, { schema: def.out, output: true }];
    case 'lazy':
      return [{ schema: def.getter() }];
    default:
      return 'innerType' in def ? [{ schema: def.innerType }] : [];
  }
}

/** A record whose keys are listed has fields; any other has a value schema for every key. */
function recordChildren(def: z.core.$ZodRecordDef): SchemaChild[] {
  const names = [...(def.keyType._zod.values ?? [])].filter((name) => typeof name === 'string');
  if (names.length === 0) return [{ schema: def.valueType, everyKey: true }];
  return names.map((field) => ({ field, schema: def.valueType }));
}

/** A schema and what stands at the same place inside it: what wrappers wrap, a union's options, a pipe's ends. */
export function schemasInPlace(schema: z.core.$ZodType): z.core.$ZodType[] {
  const inPlace = new Set([schema]);
  for (const outer of inPlace)
    for (const { schema: inner } of schemaChildren(outer).filter(isInPlace)) inPlace.add(inner);
  return [...inPlace];
}

/** Does a schema only stand for others at its place? */
export function isWrapper(schema: z.core.$ZodType): boolean {
  return schemaChildren(schema).some(isInPlace);
}

function isInPlace(child: SchemaChild): boolean {
  return child.field === undefined && !child.everyKey;
}
