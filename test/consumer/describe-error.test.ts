import { describe, expect, it } from 'vitest';
import { describeError } from '../../millrace/consumer/describe-error.ts';
import { redact } from '../../millrace/consumer/redact.ts';

describe('an error for people', () => {
  it.each([
    ['no account for jane.doe@example.org, sorry', 'no account for [redacted] sorry'],
    ['refused: sk_live_abcdefghijklmnop', 'refused: [redacted]'],
    ['GET https://user:hunter22@example.org/ failed', 'GET [redacted] failed'],
    ['header was Bearer abcdefghijklmnopqrstuvwxyz', '[redacted]'],
    ['card 4111 1111 1111 1111 declined', '[redacted]'],
    ['card 4111111111111111, declined', 'card [redacted] declined'],
    ['parcel p-1 is gone', 'parcel p-1 is gone'],
  ])('keeps no secret: %s', (text, clean) => {
    expect(redact(text)).toBe(clean);
  });

  it('is cut, never in the middle of a character', () => {
    expect(redact('x'.repeat(160))).toBe('x'.repeat(160));
    expect(redact('x'.repeat(161))).toBe(`${'x'.repeat(159)}…`);
    expect(redact(`${'x'.repeat(158)}😀😀`).isWellFormed()).toBe(true);
  });

  it('has a name, a message and the places of its stack, not the lines of its message', () => {
    const error = new RangeError('too far\nat jane.doe@example.org');
    expect(describeError(error)).toMatchObject({ name: 'RangeError', message: 'too far\nat [redacted]' });
    for (const frame of describeError(error).frames) expect(frame).toMatch(/:\d+:\d+\)?$/);
    expect(describeError(error).frames).toHaveLength(4);
  });

  const dns = Object.assign(new Error('getaddrinfo ENOTFOUND mail.example.com'), { code: 'ENOTFOUND' });
  it.each([
    [dns, '; caused by Error ENOTFOUND: getaddrinfo ENOTFOUND mail.example.com'],
    [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), '; caused by AggregateError ECONNREFUSED'],
    ['no account for jane.doe@example.org', '; caused by no account for [redacted]'],
    [new Error('x'.repeat(200)), `; caused by Error: ${'x'.repeat(112)}…`],
    [{ code: 'E7' }, ''],
    [undefined, ''],
    [null, ''],
  ])('says what stood behind it', (cause, told) => {
    expect(describeError(new TypeError('fetch failed', { cause })).message).toBe(`fetch failed${told}`);
  });

  it('says what stood behind it all, where errors were wrapped', () => {
    const wrapped = new Error('the secrets extension did not answer', {
      cause: new TypeError('fetch failed', { cause: dns }),
    });
    expect(describeError(new Error('no key', { cause: wrapped })).message).toBe(
      'no key; caused by Error ENOTFOUND: getaddrinfo ENOTFOUND mail.example.com',
    );
  });

  it('of several names the first', () => {
    const errors = [new Error('the first'), new Error('the second')];
    expect(describeError(new AggregateError(errors, 'all failed')).message).toBe(
      'all failed; caused by Error: the first',
    );
  });

  it.each([
    ['a text', 'NonError', 'a text'],
    ['no account for jane.doe@example.org', 'NonError', 'no account for [redacted]'],
    [undefined, 'NonError', 'undefined'],
    [Symbol('s'), 'NonError', 'Symbol(s)'],
    [Object.create(null), 'NonError', 'something that has no text'],
  ])('may be anything that was thrown', (thrown, name, message) => {
    expect(describeError(thrown)).toEqual({ name, message, frames: [] });
  });
});
