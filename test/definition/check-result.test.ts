import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkResult } from '../../millrace/definition/check-result.ts';
import { defineWith } from './define-with.ts';
import { emailJob } from './email-job.ts';

const anyResult = defineWith({});

describe('a result', () => {
  it('is kept as its schema reads it, without what the schema does not know', () => {
    expect(checkResult(emailJob, { providerMessageId: 'm-1', headers: { 'x-key': 'abc' } })).toEqual({
      ok: true,
      json: '{"providerMessageId":"m-1"}',
    });
  });

  it.each([[undefined], [{}], [{ providerMessageId: 7 }], ['m-1']])(
    'that breaks its schema is refused: %j',
    (value) => {
      expect(checkResult(emailJob, value)).toMatchObject({ ok: false });
    },
  );

  it.each<[unknown, string | undefined]>([
    [undefined, undefined],
    [null, 'null'],
    [{}, '{}'],
    [0, '0'],
    ['done', '"done"'],
    [{ at: new Date(0), gone: undefined }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ])('without a schema is any JSON, or nothing: %j', (value, json) => {
    expect(checkResult(anyResult, value)).toEqual({ ok: true, json });
  });

  it('of a job that returns nothing is nothing', () => {
    const job = defineWith({ result: z.void() });
    expect(checkResult(job, undefined)).toEqual({ ok: true, json: undefined });
    expect(checkResult(job, { a: 1 })).toMatchObject({ ok: false, issues: [{ path: '(result)' }] });
  });

  it.each<[string, unknown, string]>([
    ['a big integer', { n: 1n }, 'n'],
    ['a function', () => 1, '(result)'],
    ['a rounded integer', { n: 2 ** 60 }, 'n'],
    ['a secret', { to: { at: 'ada@example.com' } }, 'to.at'],
    ['a secret as a key', { to: { 'ada@example.com': 1 } }, 'to'],
  ])('may not hold %s', (_, value, path) => {
    const checked = checkResult(anyResult, value);
    expect(checked).toMatchObject({ ok: false, issues: [{ path }] });
    expect(JSON.stringify(checked)).not.toContain('ada@');
  });

  it('is at most 2,048 bytes of JSON', () => {
    expect(checkResult(anyResult, 'x'.repeat(2046)).ok).toBe(true);
    expect(checkResult(anyResult, 'x'.repeat(2047))).toEqual({
      ok: false,
      issues: [{ path: '(result)', message: '2049 bytes of JSON; at most 2048: store it elsewhere and return where' }],
    });
    expect(checkResult(anyResult, 'é'.repeat(1023)).ok).toBe(true);
    expect(checkResult(anyResult, 'é'.repeat(1024)).ok).toBe(false);
  });
});
