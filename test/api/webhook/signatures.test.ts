import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { githubHeaders, stripeHeader } from './sign.ts';
import { createWebhookTrial } from './webhook-trial.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
/** Nobody's JSON writer writes it like this. */
const ODD = '{ "id":"evt_1",\n\t"type" : "note.kept","text":"caf\\u00e9 \\/ ü" }';
const flipped = (text: string) => text.replace('evt_1', 'evt_2');
const inBase64 = (body: string) => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true });

describe.each([
  ['Stripe', 'stripe', stripeHeader, 'note.keep:shop%3Aevt_1'],
  ['GitHub', 'github', githubHeaders, expect.stringMatching(/^note\.keep:code%3A[0-9a-f]{64}$/)],
] as const)('a signature of %s', (_provider, scheme, sign, id) => {
  it('is over the bytes as they came: odd spacing and escapes change nothing', async () => {
    const { post, saved, fake } = createWebhookTrial();
    expect((await post(scheme, { body: ODD, headers: sign(ODD) })).status).toBe(202);
    expect(saved()).toEqual([id]);
    expect(fake.documents).toMatchObject([{ data: { text: 'café / ü' } }]);
  });

  it('is over the bytes of a body in base64 too', async () => {
    const { post, saved } = createWebhookTrial();
    expect((await post(scheme, { ...inBase64(ODD), headers: sign(ODD) })).status).toBe(202);
    expect(saved()).toEqual([id]);
  });

  it.each([
    ['one changed byte', { body: flipped(ODD) }],
    ['one changed byte, in base64', inBase64(flipped(ODD))],
    ['one blank more', { body: `${ODD} ` }],
    ['the same JSON, written anew', { body: JSON.stringify(JSON.parse(ODD)) }],
    ['no body', {}],
  ])('is refused with %s', async (_what, body) => {
    const { post, saved, fake } = createWebhookTrial();
    expect((await post(scheme, { ...body, headers: sign(ODD) })).status).toBe(401);
    expect([saved(), fake.requests]).toEqual([[], []]);
  });

  it.each([
    ['none', {}],
    ['an empty one', { 'stripe-signature': '', 'x-hub-signature-256': '' }],
    ['one of nothing', { 'stripe-signature': 't=1767225600,v1=', 'x-hub-signature-256': 'sha256=' }],
    ['half of one', { 'stripe-signature': 't=1767225600,v1=00', 'x-hub-signature-256': 'sha256=00' }],
    [
      'one of the old, weak kind',
      { 'stripe-signature': `t=1767225600,v0=${'0'.repeat(64)}`, 'x-hub-signature': 'sha1=00' },
    ],
  ])('is missed where there is %s', async (_what, headers) => {
    const { post, saved } = createWebhookTrial();
    expect((await post(scheme, { body: ODD, headers })).status).toBe(401);
    expect(saved()).toEqual([]);
  });

  it('is refused in one sentence, whatever was wrong, that repeats nothing', async () => {
    const { post, logged } = createWebhookTrial();
    const wrong = await post(scheme, { body: flipped(ODD), headers: sign(ODD) });
    const missing = await post(scheme, { body: ODD });
    expect(wrong).toEqual(missing);
    expect(wrong.headers).toEqual({ 'content-type': 'application/problem+json' });
    expect(JSON.stringify([wrong, logged])).not.toMatch(/evt_|caf|whsec|sha256|v1=/);
    expect(logged).toEqual([
      {
        level: 'warn',
        message: 'a request to a webhook was refused',
        source: expect.any(String),
        because: 'signature wrong',
      },
      expect.objectContaining({ because: 'signature missing' }),
    ]);
  });
});

describe('a request of Stripe’s', () => {
  const signedAt = (atMs: number) => ({ body: ODD, headers: stripeHeader(ODD, { atMs }) });

  it.each([
    ['taken', 'five minutes ago', NOW_MS - 300_000, 202],
    ['too old', 'a second more than five minutes ago', NOW_MS - 301_000, 401],
    ['too old', 'ten minutes ago', NOW_MS - 600_000, 401],
    ['taken', 'five minutes ahead', NOW_MS + 300_000, 202],
    ['from the future', 'a second more than five minutes ahead', NOW_MS + 301_000, 401],
  ])('is %s where it was signed %s', async (_what, _when, atMs, status) => {
    const { post, saved } = createWebhookTrial();
    expect((await post('stripe', signedAt(atMs))).status).toBe(status);
    expect(saved()).toHaveLength(status === 202 ? 1 : 0);
  });

  it.each([
    ['without its time', (header: string) => header.replace(/^t=\d+,/, '')],
    ['with another time', (header: string) => header.replace(/^t=\d+/, 't=1767225601')],
    ['with two times', (header: string) => `t=1767225600,${header}`],
    ['with a time that is none', (header: string) => header.replace(/^t=\d+/, 't=now')],
  ])('is refused %s', async (_what, change) => {
    const { post, saved } = createWebhookTrial();
    const headers = { 'stripe-signature': change(stripeHeader(ODD)['stripe-signature']) };
    expect((await post('stripe', { body: ODD, headers })).status).toBe(401);
    expect(saved()).toEqual([]);
  });

  it('is taken where one of several signatures is right, as while Stripe changes its secret', async () => {
    const { post } = createWebhookTrial();
    for (const secrets of [
      ['whsec-0', 'whsec-1'],
      ['whsec-1', 'whsec-2'],
    ]) {
      expect((await post('stripe', { body: ODD, headers: stripeHeader(ODD, { secrets }) })).status).toBe(202);
    }
  });
});
