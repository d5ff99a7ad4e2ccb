import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { undeclaredFields } from '../../millrace/definition/undeclared-fields.ts';

const address = z.object({ cityId: z.string() });
const paths = (schema: z.ZodType, value: unknown) => undeclaredFields(schema, value).map(({ path }) => path);

describe('a field that the schema does not know', () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    ['at the top', address, { cityId: 'c', password: 'p' }, ['password']],
    ['inside a field', z.object({ to: address }), { to: { cityId: 'c', token: 't' } }, ['to.token']],
    ['inside an optional field', z.object({ to: address.optional() }), { to: { iban: 'i' } }, ['to.iban']],
    ['inside a list', z.array(address), [{ cityId: 'c' }, { cityId: 'c', email: 'e' }], ['1.email']],
    ['inside a tuple', z.tuple([z.string(), address]), ['x', { cityId: 'c', email: 'e' }], ['1.email']],
    ['behind a tuple', z.tuple([z.string()], address), ['x', { cityId: 'c', email: 'e' }], ['1.email']],
    ['inside a record', z.record(z.string(), address), { a: { cityId: 'c', email: 'e' } }, ['a.email']],
    ['in front of a transformation', address.transform(() => 1), { cityId: 'c', email: 'e' }, ['email']],
    ['inside itself', z.lazy(() => address), { cityId: 'c', email: 'e' }, ['email']],
    ['of neither side', z.intersection(address, z.object({ a: z.string() })), { cityId: 'c', a: 'a', b: 1 }, ['b']],
    ['of the option that is meant', z.union([address, z.object({ a: z.string() })]), { a: 'a', b: 1 }, ['b']],
    ['that only data could be named', address, { cityId: 'c', 'Ann Example <ann>': 1 }, ['*']],
    ['inside what else an object may hold', z.object({}).catchall(address), { a: { cityId: 'c', b: 1 } }, ['a.b']],
  ])('is told by its path: %s', (_where, schema, value, told) => {
    expect(paths(schema, value)).toEqual(told);
  });

  it.each<[string, z.ZodType, unknown]>([
    ['all are known', address, { cityId: 'c' }],
    ['what else an object may hold is declared', z.looseObject({}), { anything: { goes: 1 } }],
    ['an option knows it', z.union([address, z.object({ cityId: z.string(), b: z.int() })]), { cityId: 'c', b: 1 }],
    ['one side knows it', z.intersection(address, z.object({ a: z.string() })), { cityId: 'c', a: 'a' }],
    ['it is called like what every object has', z.object({ toString: z.string() }), { toString: 's' }],
  ])('is none where %s', (_why, schema, value) => {
    expect(paths(schema, value)).toEqual([]);
  });

  it('is found without a word from a schema whose own check throws', () => {
    const throwing = z.object({ a: z.string() }).refine(() => {
      throw new TypeError('cannot read my-private-value');
    });
    expect(paths(z.union([throwing, address]), { cityId: 'c', email: 'e' })).toEqual(['email']);
  });

  it('is found in unions inside one another, where each option was searched again it would take for ever', () => {
    const tree: z.ZodType = z.lazy(() => z.union([z.object({ left: tree.optional() }), z.object({ left: tree })]));
    const nested = (depth: number): unknown => (depth === 0 ? { password: 'p' } : { left: nested(depth - 1) });
    expect(paths(tree, nested(60))).toHaveLength(1);
  });
});
