import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineJob } from '../../millrace/definition/define-job.ts';
import { parsePayload } from '../../millrace/definition/parse-payload.ts';
import { defineWith } from './define-with.ts';
import { emailJob } from './email-job.ts';

const withKey = (schema: z.ZodType) => defineWith({ payload: z.object({ deliveryId: schema }) });

describe('data of a job', () => {
  it('is parsed into payload, key and id', () => {
    expect(parsePayload(emailJob, { deliveryId: 'd/1', dueAt: '2026-01-01T00:00:00.000Z' })).toEqual({
      ok: true,
      payload: { deliveryId: 'd/1', locale: 'en', dueAt: new Date('2026-01-01T00:00:00.000Z') },
      key: 'd%2F1',
      id: 'email.send:d%2F1',
    });
  });

  it('written before a field came, or after one went, still holds', () => {
    expect(parsePayload(emailJob, { deliveryId: 'd-1', removedLongAgo: true })).toMatchObject({
      ok: true,
      payload: { deliveryId: 'd-1', locale: 'en' },
    });
  });

  it.each([[null], [undefined], ['cGFy'], [42], [true], [[]]])('is an object, not %j', (data) => {
    expect(parsePayload(emailJob, data)).toMatchObject({
      ok: false,
      reason: 'invalid-payload',
      issues: [{ path: '(payload)', message: 'must be an object' }],
    });
  });

  it.each([
    [{ retries: '3' }, 'retries', 'must be a number'],
    [{ retries: 2.5 }, 'retries', 'must be a whole number'],
    [{ retries: 10 }, 'retries', 'must be at most 9'],
    [{ locale: '' }, 'locale', 'must be at least 1 character long'],
    [{ tags: [] }, 'tags', 'must be at least 1 element long'],
    [{ pair: {} }, 'pair', 'must be an array'],
    [{ dryRun: 'false' }, 'dryRun', 'must be a boolean'],
    [{ channel: 'fax' }, 'channel', 'must be one of "mail", "push"'],
    [{ code: 'abc' }, 'code', 'must have the format regex /^[A-Z]+$/'],
    [{ items: [{ itemId: 'a' }, {}] }, 'items.1.itemId', 'must be a string'],
    [{ items: [1, 2, 3, 4].map((n) => ({ itemId: `${n}` })) }, 'items', 'must be at most 3 elements long'],
    [{ strict: { a: 'a', b: 'b' } }, 'strict', 'holds keys that the schema does not know: b'],
  ])('that is wrong is refused with path and reason: %j', (wrong, path, message) => {
    expect(parsePayload(emailJob, { deliveryId: 'd-1', ...wrong })).toEqual({
      ok: false,
      reason: 'invalid-payload',
      issues: [{ path, message }],
    });
  });

  it('is told everything that is wrong, up to a bound', () => {
    const counts = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 'x']));
    const parsed = parsePayload(emailJob, { deliveryId: 'd-1', counts });
    expect(!parsed.ok && parsed.issues).toHaveLength(20);
  });

  it.each([
    ['{"deliveryId":"d","extra":9007199254740993}', 'extra'],
    ['{"deliveryId":"d","extra":{"a":[1,-9007199254740993]}}', 'extra.a.1'],
    ['{"deliveryId":"d","ratio":1e999}', 'ratio'],
    ['{"deliveryId":"d","ratio":1e300}', 'ratio'],
  ])('holds no integer that JSON has rounded: %s', (text, path) => {
    expect(parsePayload(emailJob, JSON.parse(text))).toEqual({
      ok: false,
      reason: 'invalid-payload',
      issues: [{ path, message: 'beyond the integers that JSON keeps exactly; send it as a string' }],
    });
  });

  it('keeps a long number that comes as a string', () => {
    const parsed = parsePayload(emailJob, JSON.parse('{"deliveryId":"9007199254740993","ratio":9007199254740991}'));
    expect(parsed).toMatchObject({ ok: true, key: '9007199254740993', payload: { ratio: 9_007_199_254_740_991 } });
  });

  it.each(['{"deliveryId":"d","__proto__":{"admin":true}}', '{"deliveryId":"d","extra":{"constructor":{"a":1}}}'])(
    'reaches no prototype: %s',
    (text) => {
      expect(parsePayload(emailJob, JSON.parse(text))).toMatchObject({ ok: false, reason: 'invalid-payload' });
      expect('admin' in {}).toBe(false);
    },
  );

  it('may be 64 levels deep and no deeper', () => {
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    expect(parsePayload(emailJob, { deliveryId: 'd', extra: nested(63) }).ok).toBe(true);
    expect(parsePayload(emailJob, { deliveryId: 'd', extra: nested(64) }).ok).toBe(false);
    expect(parsePayload(emailJob, { deliveryId: 'd', extra: nested(20_000) }).ok).toBe(false);
  });
});

describe('a key', () => {
  it.each([{}, { deliveryId: null }, { deliveryId: '' }])('is missing in %j: the job has none', (data) => {
    expect(parsePayload(emailJob, data)).toMatchObject({
      ok: false,
      reason: 'no-key',
      issues: [{ path: 'deliveryId' }],
    });
  });

  it.each([7, true, {}, ['a']])('of the wrong kind is an invalid payload: %j', (deliveryId) => {
    expect(parsePayload(emailJob, { deliveryId })).toMatchObject({ ok: false, reason: 'invalid-payload' });
  });

  it('is well-formed Unicode', () => {
    expect(parsePayload(emailJob, { deliveryId: 'a\ud800' })).toEqual({
      ok: false,
      reason: 'no-key',
      issues: [{ path: 'deliveryId', message: 'is part of the key: must be well-formed Unicode' }],
    });
  });

  it('is at most 512 bytes long, as it is written', () => {
    expect(parsePayload(emailJob, { deliveryId: 'x'.repeat(512) }).ok).toBe(true);
    expect(parsePayload(emailJob, { deliveryId: 'x'.repeat(513) })).toMatchObject({ reason: 'no-key' });
    expect(parsePayload(emailJob, { deliveryId: 'é'.repeat(85) }).ok).toBe(true);
    expect(parsePayload(emailJob, { deliveryId: 'é'.repeat(86) })).toMatchObject({ reason: 'no-key' });
  });

  it('may be an integer, and several fields', () => {
    expect(parsePayload(withKey(z.int()), { deliveryId: 42 })).toMatchObject({ ok: true, key: '42' });
    const job = defineJob({
      type: 'invoice.render',
      owner: 'billing',
      payload: z.object({ region: z.string(), invoiceId: z.int() }),
      idempotencyKey: ['region', 'invoiceId'],
      replay: { rule: 'safe' },
    });
    expect(parsePayload(job, { invoiceId: 7, region: 'eu:1' })).toMatchObject({ id: 'invoice.render:eu%3A1:7' });
    expect(parsePayload(job, { invoiceId: 7, region: '' })).toMatchObject({ reason: 'no-key' });
  });

  it('is made of what the schema makes of it, so that both ends agree', () => {
    expect(parsePayload(withKey(z.string().trim().toLowerCase()), { deliveryId: ' D-1 ' })).toMatchObject({
      key: 'd-1',
    });
    expect(parsePayload(withKey(z.string().trim()), { deliveryId: '  ' })).toMatchObject({ reason: 'no-key' });
  });
});

describe('a refusal', () => {
  it('holds no value, even where the schema repeats it', () => {
    const echo = z.string().refine(() => false, { error: ({ input }) => `not ${input}` });
    const thrower = z.string().refine((text) => {
      throw new Error(text);
    });
    const wait = z.string().refine(async () => true);
    for (const schema of [echo, thrower, wait]) {
      const job = defineWith({ payload: z.object({ deliveryId: z.string(), fieldRef: schema }) });
      const parsed = parsePayload(job, { deliveryId: 'd-1', fieldRef: 's3cr3t-zzz' });
      expect(parsed).toMatchObject({ ok: false, reason: 'invalid-payload' });
      expect(JSON.stringify(parsed)).not.toContain('s3cr3t-zzz');
    }
  });

  it('holds nothing of any payload whatever', () => {
    const marked = fc.string().map((text) => `zz-secret-${text}`);
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        marked,
        fc.dictionary(fc.string(), tie('any'), { maxKeys: 3 }),
        fc.array(tie('any'), { maxLength: 3 }),
      ),
    })).any;
    const fields = Object.keys(emailJob.payload.shape).filter((field) => field !== 'extra');
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...fields), value), (data) => {
        const parsed = parsePayload(emailJob, { ...data, retries: 'zz-secret-last' });
        expect(parsed.ok).toBe(false);
        expect(JSON.stringify(parsed)).not.toContain('zz-secret');
      }),
    );
  });
});
