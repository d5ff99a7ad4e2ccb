import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../millrace/definition/secret-values.ts';

const kindOf = (text: string) => findSecrets({ field: text })[0]?.kind;
const letters = (count: number) => 'aB3dE6gH9jK2mN5p'.repeat(8).slice(0, count);

describe('a text', () => {
  // Put together here, so that no scanner takes this file for a leak.
  it.each([
    ['an AWS access key', `AKIA${'IOSFODNN7EXAMPLE'}`],
    ['an AWS access key', `key=ASIA${'IOSFODNN7EXAMPLE'};`],
    ['an AWS secret key', `wJalrXUtnFEMI/K7MDENG/${'bPxRfiCYEXAMPLEKEY'}`],
    ['a JSON web token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${letters(20)}`],
    ['a JSON web token', `jwt=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0In0.`],
    ['a PEM block', `-----BEGIN ${'RSA PRIVATE'} KEY-----\nMIIE`],
    ['a PEM block', `-----BEGIN ${'CERTIFICATE'}-----`],
    ['a Stripe key', `sk_${'live'}_${letters(24)}`],
    ['a Stripe key', `rk_${'test'}_${letters(24)}`],
    ['a Stripe key', `whsec_${letters(32)}`],
    ['a GitHub token', `ghp_${letters(36)}`],
    ['a GitHub token', `github_pat_${letters(22)}_${letters(59)}`],
    ['a GitLab token', `glpat-${letters(20)}`],
    ['a Slack token', `xoxb-${'123456789012'}-${letters(24)}`],
    ['a Slack token', `https://hooks.slack.com/${'services'}/T000/B000/${letters(24)}`],
    ['a Google key', `AIza${letters(35)}`],
    ['a SendGrid key', `SG.${letters(22)}.${letters(43)}`],
    ['an npm token', `npm_${letters(36)}`],
    ['a provider key', `sk-${'proj'}-${letters(40)}`],
    ['a provider token', `shpat_${'0123456789abcdef'.repeat(2)}`],
    ['an Authorization header', `Bearer ${letters(24)}`],
    ['an Authorization header', 'Basic dXNlcjpwYXNzd29yZA=='],
    ['a URL with a password', 'postgres://app:hunter22@db.internal/shop'],
    ['a URL with a password', 'redis://:hunter22@cache:6379'],
    ['a password in text', 'user=me password=hunter22'],
    ['a password in text', '{"api_key":"0123456789"}'],
    ['a card number', '4111111111111111'],
    ['a card number', '4111 1111 1111 1111'],
    ['a card number', 'card: 5555-5555-5555-4444.'],
    ['a card number', '378282246310005'],
    ['a card number', '3782 822463 10005'],
    ['a card number', '6011111111111117'],
    ['a card number', '4222222222222'],
    ['an e-mail address', 'ada@example.com'],
    ['an e-mail address', 'Ada Lovelace <ada.l+news@mail.example.co.uk>'],
    ['an e-mail address', 'mailto:ada@example.com?subject=x'],
  ])('that is %s is found: %s', (kind, text) => {
    expect(kindOf(text)).toBe(kind);
  });

  it.each([
    ...['', 'd-1', 'welcome', 'user_01HZX3YV4W', '550e8400-e29b-41d4-a716-446655440000', 'sk-550e8400-e29b-41d4-a716'],
    ...['2026-11-30T15:00:00.000Z', '1764514800000', '4111111111111112', '1234567812345678', '9007199254740993'],
    ...[
      '175928847299117062',
      '1764514800002',
      '8123456789012340',
      '12345678-1234-4123-8123-123456789012',
      'order-4111111111111111x',
      '41111111111111111111',
    ],
    ...['s3://uploads/2026/11/30/original@2x.png', 'git@github.com:org/repo.git', '@handle', 'a@b', 'lodash@4.17.21'],
    ...['https://example.com/a?b=c#d', 'https://example.com:8080/a@b', 'arn:aws:iam::123456789012:role/x'],
    ...['da39a3ee5e6b4b0d3255bfef95601890afd80709', 'Basic understanding', 'bearer of news', 'cGFy', '+4915112345678'],
    ...[
      'password reset',
      'token-bucket',
      'eyJhbGciOiJub25lIn0',
      'images/2026/summer-campaign-header.jpg',
      'Zürich 日本 😀',
    ],
  ])('that is none is let through: %s', (text) => {
    expect(kindOf(text)).toBeUndefined();
  });
});

describe('a search for secrets', () => {
  const email = 'ada@example.com';
  it('goes through objects and lists, in order', () => {
    expect(findSecrets({ a: [{ b: email }, 'fine'], c: { d: { e: `AKIA${'IOSFODNN7EXAMPLE'}` } } })).toEqual([
      { keys: ['a', '0', 'b'], kind: 'an e-mail address' },
      { keys: ['c', 'd', 'e'], kind: 'an AWS access key' },
    ]);
    expect(findSecrets(email)).toEqual([{ keys: [], kind: 'an e-mail address' }]);
    expect(findSecrets([1, null, true, {}, []])).toEqual([]);
  });

  it('looks at keys too, and does not repeat them', () => {
    expect(findSecrets({ to: { [email]: 1 } })).toEqual([{ keys: ['to'], kind: 'an e-mail address as a key' }]);
  });

  it('finds a secret in the middle of anything', () => {
    const around = fc.stringMatching(/^[ ,;"<>()]{0,9}$/);
    const secret = fc.constantFrom(email, '4111 1111 1111 1111', `ghp_${letters(36)}`, `AKIA${'IOSFODNN7EXAMPLE'}`);
    fc.assert(
      fc.property(around, secret, around, (before, found, after) => {
        expect(findSecrets({ a: { b: [before + found + after] } })).toHaveLength(1);
      }),
    );
  });

  it('comes to an end with hostile texts of a quarter of a megabyte, which a quadratic pattern never does', () => {
    const hostile = [
      'x',
      'eyJ',
      '-eyJ',
      'eyJaa.',
      'a@',
      '@a',
      '1 ',
      '1111 ',
      '://a:',
      'Basic a',
      'pwd =',
      'SG.',
      'git',
    ];
    const texts = hostile.map((part) => part.repeat(Math.ceil(262_144 / part.length)));
    expect(findSecrets(texts)).toEqual([]);
  });
});
