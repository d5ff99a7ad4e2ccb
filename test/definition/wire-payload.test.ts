import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidPayloadError } from '../../millrace/definition/invalid-payload-error.ts';
import { parsePayload } from '../../millrace/definition/parse-payload.ts';
import { wirePayload } from '../../millrace/definition/wire-payload.ts';
import { emailJob } from './email-job.ts';

function refusal(input: unknown): InvalidPayloadError {
  try {
    wirePayload(emailJob, input);
  } catch (error) {
    if (error instanceof InvalidPayloadError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('what a producer sends', () => {
  it('is the data as the consumer will read it, and the job it names', () => {
    expect(wirePayload(emailJob, { deliveryId: 'd/1', dueAt: new Date(0), locale: undefined })).toEqual({
      data: { deliveryId: 'd/1', dueAt: '1970-01-01T00:00:00.000Z' },
      payload: { deliveryId: 'd/1', dueAt: new Date(0), locale: 'en' },
      key: 'd%2F1',
      id: 'email.send:d%2F1',
    });
  });

  it('holds no field that is not declared: a whole row passed by accident would travel', () => {
    const undeclared = { path: 'password', message: 'is no field of the payload: leave it out, or declare it' };
    expect(refusal({ deliveryId: 'd-1', password: 'hunter22' }).issues).toEqual([undeclared]);
    expect(refusal({ deliveryId: 1, password: 'hunter22' }).issues).toEqual([
      { path: 'deliveryId', message: 'must be a string' },
      undeclared,
    ]);
  });

  it('gives the handler an equal date', () => {
    const dueAt = new Date('2026-11-30T15:00:00.123Z');
    const { data } = wirePayload(emailJob, { deliveryId: 'd-1', dueAt });
    expect(parsePayload(emailJob, data)).toMatchObject({ ok: true, payload: { dueAt } });
  });

  it('is never something that the consumer refuses', () => {
    fc.assert(
      fc.property(fc.record({ deliveryId: fc.string(), extra: fc.anything(), locale: fc.string() }), (input) => {
        let sent: unknown;
        try {
          sent = wirePayload(emailJob, input).data;
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidPayloadError);
          return;
        }
        expect(parsePayload(emailJob, JSON.parse(JSON.stringify(sent))).ok).toBe(true);
      }),
    );
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  it.each<[string, unknown, string, string]>([
    ['a big integer', 10n, 'extra', 'a bigint is no JSON'],
    ['a function', () => 1, 'extra', 'a function is no JSON'],
    ['a symbol', Symbol('s'), 'extra', 'a symbol is no JSON'],
    ['NaN', Number.NaN, 'extra', 'NaN and infinite numbers are no JSON'],
    ['a Map', [new Map()], 'extra.0', 'a Map or Set is no JSON'],
    ['bytes', { file: new Uint8Array(2) }, 'extra.file', 'binary data is no JSON'],
    ['itself', circular, '(payload)', 'circular, or nested deeper than 64 levels'],
    [
      'an integer that JSON rounds',
      2 ** 60,
      'extra',
      'beyond the integers that JSON keeps exactly; send it as a string',
    ],
    [
      'what fails to be written',
      { toJSON: () => JSON.parse('{') },
      '(payload)',
      'cannot be written as JSON: SyntaxError',
    ],
  ])('is refused, not broken, by %s', (_, extra, path, message) => {
    expect(refusal({ deliveryId: 'd-1', extra }).issues).toEqual([{ path, message }]);
  });

  it.each([[undefined], [null], ['d-1'], [[]], [() => 1]])('is an object, not %j', (input) => {
    expect(refusal(input).issues).toHaveLength(1);
  });

  it('holds nothing that looks like a secret', () => {
    const error = refusal({ deliveryId: 'd-1', locale: 'ada@example.com', extra: [{ a: `ghp_${'a1'.repeat(18)}` }] });
    expect(error.message).toBe(
      [
        'email.send: payload refused',
        '  locale: looks like an e-mail address; send a reference id',
        '  extra.0.a: looks like a GitHub token; send a reference id',
      ].join('\n'),
    );
  });

  it('is told what is wrong and what is secret together', () => {
    expect(refusal({ retries: 'x', locale: 'ada@example.com' }).issues.map(({ path }) => path)).toEqual([
      'deliveryId',
      'retries',
      'locale',
    ]);
  });
});

describe('an allowed field', () => {
  it('may look like an address or a card number, never like a key', () => {
    expect(wirePayload(emailJob, { deliveryId: 'd-1', barcode: '4222222222222' }).data.barcode).toBe('4222222222222');
    expect(wirePayload(emailJob, { deliveryId: 'd-1', barcode: 'ean@example.com' }).key).toBe('d-1');
    expect(refusal({ deliveryId: 'd-1', barcode: `AKIA${'IOSFODNN7EXAMPLE'}` }).issues).toEqual([
      { path: 'barcode', message: 'looks like an AWS access key; send a reference id' },
    ]);
  });
});

describe('a refused payload', () => {
  it('is told by paths and reasons, never by values', () => {
    const secret = fc.constantFrom(
      `sk_${'live'}_zzsecret0123456789`,
      'zzsecret@example.com',
      `Bearer zzsecret${'A1'.repeat(9)}`,
    );
    const field = fc.constantFrom(
      'deliveryId',
      'locale',
      'retries',
      'items',
      'counts',
      'strict',
      'extra',
      'zzsecret@a.de',
    );
    const value = fc.oneof(secret, fc.array(secret, { minLength: 1 }), fc.dictionary(secret, secret, { minKeys: 1 }));
    fc.assert(
      fc.property(fc.dictionary(field, value, { minKeys: 1 }), (input) => {
        const error = refusal({ deliveryId: 'd-1', ...input });
        expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('zzsecret');
      }),
    );
  });
});
