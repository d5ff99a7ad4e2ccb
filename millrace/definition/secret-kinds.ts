import { isCardNumber } from './card-number.ts';

/**
 * What a text may look like. Each pattern is linear: it has a fixed beginning and bounded repeats, or starts only
 * where a run of its characters starts, so that no character is read more than a few times.
 */
const PATTERNS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['an AWS access key', /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/],
  [
    'an AWS secret key',
    /^(?=[^/+]{0,39}[/+])(?=[^A-Z]{0,39}[A-Z])(?=[^a-z]{0,39}[a-z])(?=\D{0,39}\d)[A-Za-z0-9/+]{40}$/,
  ],
  ['a JSON web token', /(?<![\w-])eyJ[\w-]{5,}\.eyJ[\w-]{5,}\./],
  ['a PEM block', /-----BEGIN [A-Z0-9 ]{1,40}-----/],
  ['a Stripe key', /(?<!\w)(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{10}/],
  ['a GitHub token', /(?<!\w)(?:gh[oprsu]_[A-Za-z0-9]{20}|github_pat_\w{20})/],
  ['a GitLab token', /(?<!\w)glpat-[\w-]{20}/],
  ['a Slack token', /(?<!\w)(?:xox[abeoprs]|xapp)-[\w-]{10}|hooks\.slack\.com\/services\/T\w/],
  ['a Google key', /(?<!\w)(?:AIza[\w-]{35}|ya29\.[\w-]{20}|GOCSPX-[\w-]{20})/],
  ['a SendGrid key', /(?<!\w)SG\.[\w-]{16,32}\.[\w-]{16}/],
  ['an npm token', /(?<!\w)npm_[A-Za-z0-9]{30}/],
  ['a provider key', /(?<!\w)(?:sk-(?:proj|ant|svcacct)-[\w-]{16}|sk-[A-Za-z0-9]{32}|key-[0-9a-f]{32}|SK[0-9a-f]{32})/],
  [
    'a provider token',
    /(?<!\w)(?:shp(?:at|ca|pa|ss)_[0-9a-f]{32}|do[opr]_v1_[0-9a-f]{32}|hf_[A-Za-z]{30}|pypi-AgE[\w-]{16})/,
  ],
  [
    'an Authorization header',
    /\b[Bb]earer\s{1,4}[\w.~+/=-]{16}|\b[Bb]asic\s{1,4}(?=[a-z+/]{0,99}[A-Z0-9=])[A-Za-z0-9+/]{8}/,
  ],
  ['a URL with a password', /:\/\/[^\s/?#@:]{0,100}:[^\s/?#@]{1,200}@/],
  [
    'a password in text',
    /(?<![A-Za-z])(?:password|passwd|pwd|secret|api_?key|access_?key|auth_?token)["']?\s{0,3}[=:]\s{0,3}["']?[^\s"'&,;]{6}/i,
  ],
];

/** `git@host` and `icon@2x.png` are no addresses. */
const E_MAIL = /(?<!(?<![\w.+-])git)(?<=[\w.+%-])@(?!\dx\.)[A-Za-z0-9][A-Za-z0-9-]{0,62}\.[A-Za-z]{2}/;

/** Kinds that an `allow`ed field may carry: they are no keys to anything. */
export const ALLOWABLE_KINDS: ReadonlySet<string> = new Set(['a card number', 'an e-mail address']);

const SHORTEST_SECRET = 6;

/** What kind of secret or personal data a text looks like. */
export function secretKind(text: string): string | undefined {
  if (text.length < SHORTEST_SECRET) return undefined;
  for (const [kind, pattern] of PATTERNS) if (pattern.test(text)) return kind;
  if (isCardNumber(text)) return 'a card number';
  return E_MAIL.test(text) ? 'an e-mail address' : undefined;
}
