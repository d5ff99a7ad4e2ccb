import type { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';

const hex = (secret: string, ...parts: readonly (string | Buffer)[]) => {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
};

/** Stripe's header, as its documentation says to make it. */
export function stripeHeader(body: string | Buffer, { secrets = ['whsec-1'], atMs = Date.UTC(2026, 0, 1) } = {}) {
  const seconds = Math.floor(atMs / 1000);
  const signatures = secrets.map((secret) => `v1=${hex(secret, `${seconds}.`, body)}`);
  return { 'stripe-signature': [`t=${seconds}`, ...signatures, `v0=${'0'.repeat(64)}`].join(',') };
}

/** GitHub's headers, as its documentation says to make them. */
export function githubHeaders(
  body: string | Buffer,
  { secret = 'whsec-1', delivery = '72d3162e-cc78-11e3-81ab-4c9367dc0958', event = 'sponsorship' } = {},
) {
  return {
    'x-github-delivery': delivery,
    'x-github-event': event,
    'x-hub-signature-256': `sha256=${hex(secret, body)}`,
  };
}
