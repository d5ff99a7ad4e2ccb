import type { JobRecord, StoredConfidential } from './job-record.ts';

export type Attribute = keyof JobRecord & string;
/** Of a record, or of what stands beside it. */
type AnyAttribute = Attribute | (keyof StoredConfidential & string);

/** A condition on an item as it stands, as data: one adapter renders it for DynamoDB, another evaluates it in memory. */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'absent' | 'present'; readonly attribute: AnyAttribute }
  | { readonly kind: 'equals' | 'differs'; readonly attribute: AnyAttribute; readonly value: string | number | boolean }
  | { readonly kind: 'oneOf'; readonly attribute: AnyAttribute; readonly values: readonly string[] }
  | { readonly kind: 'below' | 'atLeast'; readonly attribute: AnyAttribute; readonly value: number };

export const all = (...conditions: readonly Condition[]): Condition => ({ kind: 'all', conditions });
export const any = (...conditions: readonly Condition[]): Condition => ({ kind: 'any', conditions });
export const absent = (attribute: AnyAttribute): Condition => ({ kind: 'absent', attribute });
export const present = (attribute: AnyAttribute): Condition => ({ kind: 'present', attribute });
export const equals = (attribute: AnyAttribute, value: string | number | boolean): Condition => ({
  kind: 'equals',
  attribute,
  value,
});
export const differs = (attribute: AnyAttribute, value: string | number | boolean): Condition => ({
  kind: 'differs',
  attribute,
  value,
});
export const oneOf = (attribute: AnyAttribute, values: readonly string[]): Condition => ({
  kind: 'oneOf',
  attribute,
  values,
});
export const below = (attribute: AnyAttribute, value: number): Condition => ({ kind: 'below', attribute, value });

export const atLeast = (attribute: AnyAttribute, value: number): Condition => ({ kind: 'atLeast', attribute, value });

/** Holds where each attribute still is what was read. */
export function unchanged(read: JobRecord, attributes: readonly Attribute[]): Condition {
  return all(
    ...attributes.map((attribute) => {
      const value = read[attribute];
      return value === undefined ? absent(attribute) : equals(attribute, value as string | number | boolean);
    }),
  );
}
