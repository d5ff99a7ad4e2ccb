import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether one of the given signatures, in hex, is what one of the secrets makes of these bytes; in constant time for each pair. */
export function isSignedBy(
  secrets: readonly string[],
  parts: readonly (string | Buffer)[],
  signatures: readonly string[],
): boolean {
  const given = signatures.filter((one) => /^[0-9a-f]{64}$/.test(one)).map((one) => Buffer.from(one, 'hex'));
  return secrets.some((secret) => {
    const hmac = createHmac('sha256', secret);
    for (const part of parts) hmac.update(part);
    const expected = hmac.digest();
    return given.some((one) => timingSafeEqual(one, expected));
  });
}
