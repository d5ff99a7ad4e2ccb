import { createHash } from 'node:crypto';
import { isSignedBy } from './hmac.ts';
import type { Scheme } from './scheme.ts';

/** `sha256=<hex>` over the body alone: https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
export const githubScheme: Scheme = {
  check({ bytes, headers }) {
    const [, signature] = /^sha256=(.+)$/.exec(headers['x-hub-signature-256'] ?? '') ?? [];
    if (signature === undefined) return { kind: 'refused', because: 'missing' };
    return { kind: 'signed', by: (secrets) => isSignedBy(secrets, [bytes], [signature]) };
  },

  // The delivery's own id comes in a header that is not signed: who replays a body may give it another.
  identify: ({ bytes, headers }) => ({
    id: createHash('sha256').update(bytes).digest('hex'),
    type: headers['x-github-event'] ?? '',
  }),
};
