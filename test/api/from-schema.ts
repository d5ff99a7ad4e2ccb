import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** Values that a JSON Schema of ours allows: what it says of types, ranges and forms, no more. */
export function fromSchema(schema: Schema, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { type, enum: choices, const: only, oneOf, anyOf } = schema;
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(choices)) return fc.constantFrom(...choices);
  const options = oneOf ?? anyOf;
  if (Array.isArray(options)) return fc.oneof(...options.map((option: Schema) => fromSchema(option, text)));
  switch (type) {
    case 'object':
      return objectOf(schema, text);
    case 'array':
      return fc.array(fromSchema((schema.items ?? {}) as Schema, text), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(4, Number(schema.maxItems ?? 4)),
      });
    case 'integer':
      return fc.integer({ min: Number(schema.minimum ?? -1000), max: Number(schema.maximum ?? 1000) });
    case 'number':
      return fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return textOf(schema, text);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, text: fc.Arbitrary<string>) {
  const model = Object.fromEntries(
    Object.entries(properties as Record<string, Schema>).map(([name, inner]) => [name, fromSchema(inner, text)]),
  );
  const known = fc.record(model, { requiredKeys: required as string[] });
  if (typeof additionalProperties !== 'object' || additionalProperties === null) return known;
  const others = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fromSchema(additionalProperties as Schema, text));
  return fc.tuple(known, others).map(([own, more]) => ({ ...more, ...own }));
}

function textOf({ format, minLength = 0 }: Schema, text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
  return text.filter((one) => one.length >= Number(minLength));
}
