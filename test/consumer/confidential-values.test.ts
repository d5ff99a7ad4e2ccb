import { RetryLaterError } from 'millrace';
import { describe, expect, it } from 'vitest';
import { conceal } from '../../millrace/consumer/conceal.ts';
import { createConfidentialValues } from '../../millrace/consumer/confidential-values.ts';
import { saidOutcome } from '../../millrace/definition/outcome-errors.ts';

function knowing(data: unknown) {
  const values = createConfidentialValues();
  values.learn(data);
  return values;
}

describe('a text with confidential values in it', () => {
  it.each<readonly [what: string, data: unknown, text: string, concealed: string]>([
    ['as it is', { to: 'ada@x.org' }, 'no mailbox ada@x.org!', 'no mailbox [confidential]!'],
    ['inside a longer word', ['Ada'], 'xAday', 'x[confidential]y'],
    ['in other letters', ['Ada@X.org'], 'ADA@x.ORG', '[confidential]'],
    ['in JSON', ['say "hi"\n'], '{"text":"say \\"hi\\"\\n"}', '{"text":"[confidential]"}'],
    [
      'in JSON within JSON',
      ['say "hi"'],
      '"{\\"text\\":\\"say \\\\\\"hi\\\\\\"\\"}"',
      '"{\\"text\\":\\"[confidential]\\"}"',
    ],
    ['in a URL', ['ada+1@x.org'], '/to/ada%2B1%40x.org?', '/to/[confidential]?'],
    ['in a form', ['Ada Lovelace'], 'name=Ada+Lovelace', 'name=[confidential]'],
    ['in a whole URL', ['Ada Lovelace/1'], 'Ada%20Lovelace/1', '[confidential]'],
    ['the longest first', ['Ada', 'Ada Lovelace'], 'Ada Lovelace, Ada', '[confidential], [confidential]'],
    ['with the signs of a pattern', ['a.c(*'], 'abc(* a.c(*', 'abc(* [confidential]'],
    ['many times', ['Ada'], 'Ada Ada', '[confidential] [confidential]'],
    ['of its mark', ['confidential', 'Ada'], 'Ada is confidential', '[confidential] is [confidential]'],
    ['that is long', ['x'.repeat(5_000)], `<${'x'.repeat(5_000)}>`, '<[confidential]>'],
    ['with half a character', ['ab\ud800'], 'ab\ud800', '[confidential]'],
    ['in other letters that have two halves', ['\u{10428}da'], '<\u{10400}DA>', '<[confidential]>'],
  ])('shows a mark in place of each: %s', (_what, data, text, concealed) => {
    expect(knowing(data).conceal(text)).toBe(concealed);
  });

  it.each([
    ['of fewer than three characters', { to: 'Jo' }, 'Jo, no mailbox'],
    ['of blanks', ['   '], 'a   b'],
    ['of names of fields', { mailbox: 'Ada' }, 'no mailbox'],
    ['of numbers and the like', [123, true, null], '123 true null'],
  ])('stays as it is where they are %s', (_what, data, text) => {
    expect(knowing(data).conceal(text)).toBe(text);
  });
});

describe('a result holds a confidential value', () => {
  it.each([
    ['the value itself', 'Ada', 'Ada', true],
    ['a short one as a word', 'Ada', 'sent to Ada.', true],
    ['a short one within an id', 'Ada', 'msg-4tAdaX', false],
    ['one of six characters within an id', 'secret', 'msg-xSECRETx', true],
    ['one in other letters that have two halves', '\u{10428}lovelace', '\u{10400}LOVELACE', true],
    ['one in a URL', 'ada@x.org', 'https://x.org/ada%40x.org/', true],
    ['none', 'Ada', 'sent', false],
    ['a long one', 'y'.repeat(300), `<${'y'.repeat(300)}>`, true],
  ])('%s', (_what, value, text, holds) => {
    expect(knowing([value]).isHeldBy(text)).toBe(holds);
  });
});

describe('what is concealed', () => {
  const values = knowing(['zz-secret-1', '4242424242']);
  const shown = (given: unknown) => conceal(values, given);

  it('is whatever a log line may hold, as deep as it goes', () => {
    class Person {
      readonly name = 'zz-secret-1';
      #hidden = 'zz-secret-1';
      toString() {
        return this.#hidden;
      }
    }
    expect(
      shown({
        text: 'of zz-secret-1',
        list: [{ deep: 'zz-secret-1' }],
        'zz-secret-1': 1,
        person: new Person(),
        url: new URL('https://x.org/zz-secret-1'),
        map: new Map([['zz-secret-1', new Set(['zz-secret-1'])]]),
        number: 4_242_424_242,
        big: 4_242_424_242n,
        bytes: Buffer.from('zz-secret-1'),
        wrapped: Object('zz-secret-1'),
        plain: [1, true, null, undefined],
      }),
    ).toEqual({
      text: 'of [confidential]',
      list: [{ deep: '[confidential]' }],
      '[confidential]': 1,
      person: { name: '[confidential]' },
      url: 'https://x.org/[confidential]',
      map: [['[confidential]', ['[confidential]']]],
      number: '[confidential]',
      big: '[confidential]',
      bytes: '11 bytes',
      wrapped: '[confidential]',
      plain: [1, true, null, undefined],
    });
  });

  it('goes round in a circle as it did', () => {
    const circle: Record<string, unknown> = { text: 'zz-secret-1' };
    circle.self = circle;
    const copy = shown(circle) as Record<string, unknown>;
    expect(copy.self).toBe(copy);
    expect(copy.text).toBe('[confidential]');
  });

  it('is an error in all of its parts, which stays what it is', () => {
    class MailError extends Error {
      override readonly name = 'MailError';
      readonly address = 'zz-secret-1';
    }
    const inner = new MailError('no mailbox zz-secret-1');
    const error = new RetryLaterError('zz-secret-1 is away', 300, {
      cause: new AggregateError([inner], 'zz-secret-1'),
    });
    const copy = shown(error) as RetryLaterError;
    expect(copy).toBeInstanceOf(RetryLaterError);
    expect(saidOutcome(copy)).toEqual({ kind: 'retry-later', seconds: 300 });
    expect(copy.message).toBe('[confidential] is away');
    expect(copy.stack).toContain('RetryLaterError: [confidential] is away\n    at ');
    const cause = copy.cause as AggregateError;
    expect(cause).toBeInstanceOf(AggregateError);
    expect(cause.message).toBe('[confidential]');
    expect(cause.errors[0]).toMatchObject({ name: 'MailError', address: '[confidential]' });
    expect(cause.errors[0].message).toBe('no mailbox [confidential]');
    expect(error.message).toBe('zz-secret-1 is away');
  });

  it('is what throws when it is looked at, too', () => {
    const odd = Object.defineProperty(new Error('odd'), 'message', {
      get: () => {
        throw new Error('zz-secret-1');
      },
    });
    expect((shown(odd) as Error).message).toBe('something that has no text');
  });

  it('is nothing before anything is known', () => {
    const error = new Error('zz-secret-1');
    expect(conceal(createConfidentialValues(), error)).toBe(error);
  });
});
