import type { JobRecord } from './job-record.ts';

export type Attribute = keyof JobRecord & string;

/** A condition on the record as it stands, as data: one adapter renders it for DynamoDB, another evaluates it in memory. */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'absent' | 'present'; readonly attribute: Attribute }
  | { readonly kind: 'equals' | 'differs'; readonly attribute: Attribute; readonly value: string | number | boolean }
  | { readonly kind: 'oneOf'; readonly attribute: Attribute; readonly values: readonly string[] }
  | { readonly kind: 'below' | 'atLeast'; readonly attribute: Attribute; readonly value: number };

export const all = (...conditions: readonly Condition[]): Condition => ({ kind: 'all', conditions });
export const any = (...conditions: readonly Condition[]): Condition => ({ kind: 'any', conditions });
export const absent = (attribute: Attribute): Condition => ({ kind: 'absent', attribute });
export const present = (attribute: Attribute): Condition => ({ kind: 'present', attribute });
export const equals = (attribute: Attribute, value: string | number | boolean): Condition => ({
  kind: 'equals',
  attribute,
  value,
});
export const differs = (attribute: Attribute, value: string | number | boolean): Condition => ({
  kind: 'differs',
  attribute,
  value,
});
export const oneOf = (attribute: Attribute, values: readonly string[]): Condition => ({
  kind: 'oneOf',
  attribute,
  values,
});
export const below = (attribute: Attribute, value: number): Condition => ({ kind: 'below', attribute, value });

export const atLeast = (attribute: Attribute, value: number): Condition => ({ kind: 'atLeast', attribute, value });

/** Holds where each attribute still is what was read. */
export function unchanged(read: JobRecord, attributes: readonly Attribute[]): Condition {
  return all(
    ...attributes.map((attribute) => {
      const value = read[attribute];
      return value === undefined ? absent(attribute) : equals(attribute, value as string | number | boolean);
    }),
  );
}
