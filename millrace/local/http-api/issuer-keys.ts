import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';

const CACHED_FOR_MS = 2 * 60 * 60 * 1000;
const TIMEOUT_MS = 5_000;

/** An issuer that does not say where its keys are. */
export class DiscoveryFailedError extends Error {
  override readonly name = 'DiscoveryFailedError';
}

/** Finds the public keys of an issuer through its OpenID configuration, once for each issuer. */
export function createIssuerKeys(): (issuer: string) => Promise<JWTVerifyGetKey> {
  const found = new Map<string, Promise<JWTVerifyGetKey>>();
  return (issuer) => {
    const known = found.get(issuer);
    if (known !== undefined) return known;
    const keys = discover(issuer);
    found.set(issuer, keys);
    // The next request asks anew; whoever waits for this one gets the rejection.
    keys.catch(() => found.delete(issuer));
    return keys;
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { jwks_uri: keysAt } = Object(await response.json());
    return createRemoteJWKSet(new URL(keysAt), { cacheMaxAge: CACHED_FOR_MS, timeoutDuration: TIMEOUT_MS });
  } catch (cause) {
    throw new DiscoveryFailedError(`${address} names no jwks_uri`, { cause });
  }
}
