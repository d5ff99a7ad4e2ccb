import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fieldsRefusedWith, problemsWith } from './define-with.ts';

const withKey = (schema: z.ZodType) => ({ payload: z.object({ deliveryId: schema }) });

describe('a key field', () => {
  it.each<[string, z.ZodType]>([
    ['a string', z.string().min(1).max(64)],
    ['a UUID', z.uuid()],
    ['a trimmed string', z.string().trim().toLowerCase()],
    ['an integer', z.int()],
    ['a number checked to be one', z.number().int().positive()],
    ['an enumeration', z.enum(['eu', 'us'])],
    ['a literal', z.literal(['eu', 7])],
    ['a branded string', z.string().brand('DeliveryId')],
    ['a template', z.templateLiteral(['d-', z.string()])],
    ['a string or an integer', z.union([z.string(), z.int()])],
    ['a string checked twice', z.string().pipe(z.uuid())],
    ['a readonly string', z.string().readonly()],
  ])('may be %s', (_, schema) => {
    expect(problemsWith(withKey(schema))).toEqual([]);
  });

  it.each<[string, z.ZodType]>([
    ['optional', z.string().optional()],
    ['nullable', z.string().nullable()],
    ['an optional union', z.union([z.string(), z.undefined()])],
    ['filled in by default', z.string().default('one for all')],
    ['filled in before parsing', z.string().prefault('one for all')],
    ['filled in when wrong', z.string().catch('one for all')],
    ['coerced, which makes a key of nothing', z.coerce.string()],
    ['transformed', z.string().transform(() => 'one for all')],
    ['preprocessed', z.preprocess(String, z.string())],
    ['any number', z.number()],
    ['a boolean', z.boolean()],
    ['an object', z.object({ id: z.string() })],
    ['an array', z.array(z.string())],
    ['empty at times', z.enum(['', 'eu'])],
    ['unknown', z.unknown()],
  ])('may not be %s', (_, schema) => {
    expect(problemsWith(withKey(schema)).filter(({ field }) => field === 'idempotencyKey')).toMatchObject([
      { field: 'idempotencyKey', allowed: expect.stringContaining('must be a required string or integer') },
    ]);
  });

  it.each([
    [undefined, 'must name a payload field, or several'],
    [[], 'must name a payload field, or several'],
    [['deliveryId', 'deliveryId'], 'must name each field once'],
    ['toString', 'must be a field of the payload (deliveryId)'],
    [['deliveryId', 'userId'], 'must be a field of the payload (deliveryId)'],
  ])('is named and there: %j', (idempotencyKey, allowed) => {
    expect(problemsWith({ idempotencyKey })).toMatchObject([{ field: 'idempotencyKey', allowed }]);
  });
});

describe('a payload', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a plain object', { deliveryId: 'string' }],
    ['a union', z.union([z.object({ deliveryId: z.string() }), z.object({ deliveryId: z.int() })])],
    ['an optional object', z.object({ deliveryId: z.string() }).optional()],
  ])('may not be %s', (_, payload) => {
    expect(problemsWith({ payload })).toMatchObject([
      { field: 'payload', allowed: 'must be a zod 4 object: z.object({ … })' },
    ]);
  });

  it.each<[string, z.ZodType]>([
    ['a date that JSON has made a string', z.date()],
    ['a big integer', z.bigint()],
    ['a map', z.map(z.string(), z.string())],
    ['a set, in a list', z.array(z.set(z.string()))],
    ['a boolean for which "false" is true', z.coerce.boolean()],
    ['a number for which null is 0', z.coerce.number()],
    ['a text for which null is "null"', z.array(z.coerce.string())],
    ['a date for which null is 1970', z.coerce.date()],
    ['a big integer for which "" is 0', z.coerce.bigint()],
  ])('may not hold %s', (_, at) => {
    const payload = z.object({ deliveryId: z.string(), at: at.optional() });
    expect(problemsWith({ payload })).toMatchObject([{ field: expect.stringMatching(/^payload\.at(\.\*)?$/) }]);
  });

  it.each<[string, z.ZodType]>([
    ['a date read from its string', z.iso.datetime().pipe(z.coerce.date())],
    [
      'a big integer read from its string',
      z
        .string()
        .regex(/^-?\d+$/)
        .pipe(z.coerce.bigint()),
    ],
    ['an instant', z.iso.datetime()],
    [
      'a codec',
      z.codec(z.iso.datetime(), z.date(), { decode: (text) => new Date(text), encode: (at) => at.toISOString() }),
    ],
    ['a flag as text', z.stringbool()],
    ['any JSON', z.json()],
  ])('may hold %s', (_, at) => {
    expect(problemsWith({ payload: z.object({ deliveryId: z.string(), at }) })).toEqual([]);
  });
});

describe('a date in a payload', () => {
  const problemWith = (at: z.ZodType) => problemsWith({ payload: z.object({ deliveryId: z.string(), at }) })[0];

  it('is refused with what to write instead', () => {
    expect(problemWith(z.date())?.allowed).toBe('JSON brings a string: use z.iso.datetime().pipe(z.coerce.date())');
    expect(problemWith(z.coerce.date())?.allowed).toBe(
      'z.coerce.date() turns null into 1970: use z.iso.datetime().pipe(z.coerce.date())',
    );
  });

  it('written so is never made of nothing, of yes or of a number', () => {
    const at = z.iso.datetime().pipe(z.coerce.date());
    expect(at.parse('2026-01-02T03:04:05Z')).toEqual(new Date('2026-01-02T03:04:05Z'));
    expect([null, true, 0, ''].map((value) => at.safeParse(value).success)).toEqual([false, false, false, false]);
  });
});

describe('a result', () => {
  it.each<[string, z.ZodType]>([
    ['an object', z.object({ reportId: z.string() })],
    ['a number', z.number()],
    ['nothing', z.void()],
    ['a list', z.array(z.object({ variantId: z.string() }))],
  ])('may be %s', (_, result) => {
    expect(problemsWith({ result })).toEqual([]);
  });

  it('is a schema, and one whose values JSON keeps', () => {
    expect(problemsWith({ result: {} })).toMatchObject([{ field: 'result', allowed: 'must be a zod 4 schema' }]);
    for (const at of [z.date(), z.coerce.date()]) {
      expect(problemsWith({ result: z.object({ at }) })).toMatchObject([
        { field: 'result.at', allowed: 'a result is kept as JSON: use z.iso.datetime()' },
      ]);
    }
    expect(
      fieldsRefusedWith({
        result: z
          .string()
          .transform((text) => text)
          .pipe(z.coerce.date<string>()),
      }),
    ).toEqual(['result']);
  });

  it('is guarded like the payload', () => {
    expect(fieldsRefusedWith({ result: z.object({ accessToken: z.string(), tokenId: z.string() }) })).toEqual([
      'result.accessToken',
    ]);
  });
});
