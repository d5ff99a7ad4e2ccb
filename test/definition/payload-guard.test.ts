import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allow } from '../../millrace/definition/allow.ts';
import { fieldsRefusedWith, problemsWith } from './define-with.ts';

const holding = (fields: Record<string, z.ZodType>) => ({ payload: z.object({ deliveryId: z.string(), ...fields }) });

const SECRETS = [
  ...[
    'password',
    'userPassword',
    'passwd',
    'db_pwd',
    'secret',
    'clientSecret',
    'token',
    'accessToken',
    'refresh_token',
  ],
  ...['apiKey', 'apikey', 'api-key', 'x-api-key', 'APIKey', 'accessKeys', 'privateKey', 'authorization', 'auth'],
  ...['Authorization', 'cookie', 'cookies', 'credentials', 'cardNumber', 'card_number', 'cvc', 'cvv2', 'pin', 'otp'],
  ...['iban', 'IBAN', 'jwt', 'passwordKey', 'tokenKey', 'secretKey', 'sessionKey', 'password2'],
];
const PERSONAL = [
  ...['email', 'eMail', 'userEmail', 'useremail', 'emails', 'emailAddress', 'phone', 'phoneNumber', 'phone2', 'mobile'],
  ...['address', 'addresses', 'shippingAddress', 'firstName', 'first_name', 'lastname', 'fullName', 'birthDate', 'dob'],
  ...['ssn', 'ip', 'clientIp', 'IPAddress'],
];
const TEXTS = [
  'body',
  'html',
  'text',
  'message',
  'subject',
  'htmlBody',
  'bodyHtml',
  'emailBody',
  'subjectLine',
  'text2',
];

describe('a field name', () => {
  it.each([...SECRETS, ...PERSONAL, ...TEXTS])('%s is refused', (name) => {
    expect(fieldsRefusedWith(holding({ [name]: z.string() }))).toEqual([`payload.${name}`]);
  });

  it.each([
    ...['emailId', 'emailIds', 'email_id', 'userIDs', 'bodyRef', 'secretRef', 'tokenId', 'messageId', 'bodyPartId'],
    ...['addressRefs', 'messageKey', 'bodyKey', 'emailKey', 'tokenizer', 'tokenCount', 'messageType', 'textColor'],
    ...[
      'context',
      'shipId',
      'pinned',
      'recipe',
      'zip',
      'authority',
      'mobileApp',
      'secretary',
      'templateName',
      'amount',
    ],
    ...['currency', 'locale', 'widths', 'bodied', 'phonetic', 'passed'],
  ])('%s is let through', (name) => {
    expect(fieldsRefusedWith(holding({ [name]: z.string() }))).toEqual([]);
  });

  it.each(['__proto__', 'constructor'])('%s is refused whatever it holds', (name) => {
    const shape = Object.fromEntries([
      ['deliveryId', z.string()],
      [name, z.boolean()],
    ]);
    expect(fieldsRefusedWith({ payload: z.object(shape) })).toEqual([`payload.${name}`]);
  });

  it('is refused with what to do', () => {
    expect(problemsWith(holding({ userEmail: z.string() }))).toEqual([
      {
        field: 'payload.userEmail',
        given: 'userEmail',
        allowed:
          'a name that speaks of secrets, personal data or texts ("email"): ' +
          "send a reference (a name that ends in Id, Ids, Ref or Refs), or allow(schema, 'why')",
      },
    ]);
  });

  it('does not matter where the values stand in the code or only tell yes from no', () => {
    const fields = { email: z.boolean(), token: z.enum(['a', 'b']).optional(), message: z.literal('hello') };
    expect(fieldsRefusedWith(holding(fields))).toEqual([]);
    expect(fieldsRefusedWith(holding({ token: z.union([z.literal('a'), z.string()]) }))).toEqual(['payload.token']);
  });
});

describe('the guard', () => {
  const email = z.string();
  it.each<[string, z.ZodType, string]>([
    ['an object', z.object({ email }), 'payload.at.email'],
    ['a list', z.array(z.object({ email })), 'payload.at.*.email'],
    ['a tuple', z.tuple([z.string(), z.object({ email })]), 'payload.at.*.email'],
    ['a record', z.record(z.string(), z.object({ email })), 'payload.at.*.email'],
    ['a record whose keys are listed', z.record(z.enum(['email', 'userId']), z.string()), 'payload.at.email'],
    ['a union', z.union([z.string(), z.object({ email })]), 'payload.at.email'],
    ['an intersection', z.intersection(z.object({ a: z.string() }), z.object({ email })), 'payload.at.email'],
    ['what may be missing', z.object({ email }).optional(), 'payload.at.email'],
    ['what may be null', z.object({ email }).nullable().readonly(), 'payload.at.email'],
    ['a default', z.object({ email }).default({ email: '' }), 'payload.at.email'],
    [
      'a pipe',
      z
        .string()
        .transform(() => ({}))
        .pipe(z.object({ email })),
      'payload.at.email',
    ],
    ['a lazy schema', z.lazy(() => z.object({ email })), 'payload.at.email'],
    ['a refined object', z.object({ email }).refine(() => true), 'payload.at.email'],
    ['what else an object may hold', z.object({}).catchall(z.object({ email })), 'payload.at.*.email'],
    [
      'a discriminated union',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b'), email })]),
      'payload.at.email',
    ],
  ])('looks into %s', (_, at, field) => {
    expect(fieldsRefusedWith(holding({ at }))).toEqual([field]);
  });

  it('ends where a schema holds itself', () => {
    const folder = z.object({
      id: z.string(),
      get folders(): z.ZodArray<z.ZodType> {
        return z.array(folder);
      },
      get phone(): z.ZodType {
        return z.union([z.string(), folder]);
      },
    });
    expect(fieldsRefusedWith(holding({ folder }))).toEqual(['payload.folder.phone']);
  });

  it('sees one schema under each of its names', () => {
    const text = z.string();
    expect(fieldsRefusedWith(holding({ a: text, email: text, phone: text }))).toEqual([
      'payload.email',
      'payload.phone',
    ]);
  });

  it('refuses a sensitive name in any case and with any neighbour', () => {
    const word = fc.constantFrom('password', 'secret', 'token', 'email', 'iban', 'cookie');
    const neighbour = fc
      .stringMatching(/^[a-z]{3,8}$/)
      .filter((text) => !/id|ref|count|size|type|kind|bytes/.test(text));
    fc.assert(
      fc.property(word, neighbour, fc.constantFrom('camel', 'snake', 'kebab'), (sensitive, other, style) => {
        const camel = `${other}${sensitive[0]?.toUpperCase()}${sensitive.slice(1)}`;
        const name = { camel, snake: `${other}_${sensitive}`, kebab: `${other}-${sensitive}` }[style];
        expect(fieldsRefusedWith(holding({ [name]: z.string() }))).toEqual([`payload.${name}`]);
      }),
    );
  });
});

describe('an allowed field', () => {
  it('keeps its name, wrapped or refined as it may be', () => {
    const body = allow(z.string(), 'a template name, not text');
    const fields = { body, html: body.optional(), text: body.min(3), message: z.array(body), subject: body.nullable() };
    expect(fieldsRefusedWith(holding(fields))).toEqual(['payload.message']);
  });

  it('covers what is inside it', () => {
    const address = allow(z.object({ email: z.string() }), 'of a warehouse, not of a person');
    expect(fieldsRefusedWith(holding({ address }))).toEqual([]);
  });

  it('leaves the schema it was made from as it was', () => {
    const shared = z.string();
    allow(shared, 'a template name');
    expect(fieldsRefusedWith(holding({ body: shared }))).toEqual(['payload.body']);
  });

  it('needs a reason', () => {
    expect(() => allow(z.string(), ' ')).toThrow('the reason is empty');
  });
});
