import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { serveListener } from '../serve-listener.ts';

export interface TokenParts {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs in place of the issuer's own key. */
  readonly key?: KeyObject;
}

export interface LocalIssuer {
  readonly issuer: string;
  /** How often its keys were fetched. */
  readonly keysFetched: () => number;
  /** For the audience `api`, good from a minute ago to an hour from now, but for what is given; `undefined` leaves a claim out. */
  token(parts?: TokenParts): string;
}

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const inBase64 = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

const { publicKey, privateKey } = newKeys();
export const strangersKey = newKeys().privateKey;

/** An OpenID provider on this machine, for the test at hand: its tokens are signed by hand, independent of what checks them. */
export async function openIssuer(nowMs: number): Promise<LocalIssuer> {
  const documents: Record<string, object> = {};
  let keysFetched = 0;
  const port = await serveListener(({ url = '' }, response) => {
    if (url === '/keys') keysFetched += 1;
    response.writeHead(documents[url] ? 200 : 404).end(JSON.stringify(documents[url] ?? {}));
  });
  const issuer = `http://localhost:${port}/tenant`;
  documents['/tenant/.well-known/openid-configuration'] = { issuer, jwks_uri: `http://localhost:${port}/keys` };
  documents['/keys'] = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' }] };
  const nowSeconds = Math.floor(nowMs / 1000);
  return {
    issuer,
    keysFetched: () => keysFetched,
    token: ({ header, claims, key = privateKey } = {}) => {
      const usual = { iss: issuer, aud: 'api', sub: 'user-1', iat: nowSeconds - 60, exp: nowSeconds + 3600 };
      const head = { alg: 'RS256', typ: 'JWT', kid: 'key-1', ...header };
      const signed = `${inBase64(head)}.${inBase64({ ...usual, ...claims })}`;
      const signature = head.alg === 'none' ? '' : sign('sha256', Buffer.from(signed), key).toString('base64url');
      return `${signed}.${signature}`;
    },
  };
}
