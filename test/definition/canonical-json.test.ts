import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../millrace/definition/canonical-json.ts';

describe('canonical JSON', () => {
  it.each([
    ['{"n":1,"id":"a"}', '{"id":"a","n":1}'],
    ['{"b":{"d":[{"f":1,"e":2}],"c":null},"a":0}', '{"a":0,"b":{"c":null,"d":[{"e":2,"f":1}]}}'],
    ['[2,1]', '[2,1]'],
    ['{"__proto__":1,"a":2}', '{"__proto__":1,"a":2}'],
    ['{"é":1,"z":2,"Z":3}', '{"Z":3,"z":2,"é":1}'],
    ['"a"', '"a"'],
  ])('of %s is %s', (text, canonical) => {
    expect(canonicalJson(JSON.parse(text))).toBe(canonical);
  });

  it('is the same whatever the order of keys, and means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)]);
  return Object.fromEntries(entries.reverse());
}
