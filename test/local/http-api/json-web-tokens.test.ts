import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startHttpApi } from '../../../millrace/local/http-api/http-api.ts';
import { createVirtualClock } from '../../../millrace/message/clock.ts';
import { openIssuer, strangersKey, type TokenParts } from './local-issuer.ts';
import { signedHeaders } from './local-signature.ts';

const NOW_SECONDS = Date.UTC(2026, 0, 1) / 1000;

/** An API whose one route wants a token of a local issuer, for the audience `api` or `web`. */
async function openGuarded({ issuerIsDown = false } = {}) {
  const clock = createVirtualClock();
  const invoke = vi.fn(async (_functionName: string, _event: unknown) => ({ statusCode: 200, body: 'in' }));
  const local = await openIssuer(clock.now());
  const issuer = issuerIsDown ? 'http://localhost:1' : local.issuer;
  const authorization = { issuer, audience: ['api', 'web'] };
  const routes = [{ routeKey: 'GET /jobs/{id}', authorization, functionName: 'api' }];
  const api = await startHttpApi({ port: 0, routes, invoke, clock, reportFailure: () => undefined });
  onTestFinished(() => api.stop());
  const get = async (headers: Record<string, string>) => {
    const response = await fetch(`${api.url}/jobs/x`, { headers });
    return {
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      text: await response.text(),
    };
  };
  return {
    ...{ ...local, url: api.url, invoke, clock, get },
    getWith: (parts?: TokenParts) => get({ authorization: `Bearer ${local.token(parts)}` }),
  };
}

describe('a route for those with a token', () => {
  it.each<[string, TokenParts]>([
    ['the audience', {}],
    ['one audience of several', { claims: { aud: ['other', 'web'] } }],
    ['the client id, where it has no audience', { claims: { aud: undefined, client_id: 'web' } }],
    ['a time from which it is good, once that has come', { claims: { nbf: NOW_SECONDS } }],
  ])('lets in a token with %s', async (_what, parts) => {
    const { getWith } = await openGuarded();
    expect(await getWith(parts)).toEqual({ status: 200, challenge: null, text: 'in' });
  });

  it('takes the bare token too, and "bearer" in any case', async () => {
    const { get, token } = await openGuarded();
    expect(await get({ authorization: token() })).toMatchObject({ status: 200 });
    expect(await get({ authorization: `bearer ${token()}` })).toMatchObject({ status: 200 });
  });

  it('tells the function the claims, each as text', async () => {
    const { getWith, invoke, issuer } = await openGuarded();
    await getWith({ claims: { admin: true, groups: ['a', 'b'] } });
    expect(invoke.mock.lastCall?.[1]).toMatchObject({
      requestContext: {
        authorizer: {
          jwt: {
            claims: {
              ...{ iss: issuer, aud: 'api', sub: 'user-1', admin: 'true', groups: '[a b]' },
              exp: String(NOW_SECONDS + 3600),
            },
            scopes: null,
          },
        },
      },
    });
  });

  it('fetches the issuer’s keys once', async () => {
    const { getWith, keysFetched } = await openGuarded();
    await getWith();
    await getWith();
    expect(keysFetched()).toBe(1);
  });

  it('goes by the time that it is passed: a token is good until it expires', async () => {
    const { getWith, clock } = await openGuarded();
    clock.advance(3599);
    expect((await getWith()).status).toBe(200);
    clock.advance(1);
    expect((await getWith()).status).toBe(401);
  });
});

describe('a token is refused', () => {
  const refused = (because: string) => ({
    status: 401,
    challenge: `Bearer scope="" error="invalid_token" error_description="${because}"`,
    text: '{"message":"Unauthorized"}',
  });

  it.each<[string, string, TokenParts]>([
    ['that has expired', 'the token has expired', { claims: { exp: NOW_SECONDS } }],
    ['that never expires', 'the token has no valid exp', { claims: { exp: undefined } }],
    ['that is not good yet', 'the token has no valid nbf', { claims: { nbf: NOW_SECONDS + 1 } }],
    ['from the future', 'the token was issued in the future', { claims: { iat: NOW_SECONDS + 1 } }],
    ['for another audience', 'the token does not have a valid audience', { claims: { aud: 'other' } }],
    [
      'for another audience, whatever its client id',
      'the token does not have a valid audience',
      { claims: { aud: 'other', client_id: 'api' } },
    ],
    ['for nobody', 'the token does not have a valid audience', { claims: { aud: undefined } }],
    ['of another issuer', 'issuer does not match', { claims: { iss: 'https://login.example.com' } }],
    ['that nobody signed', 'the signing method is not allowed', { header: { alg: 'none' } }],
    ['signed with a shared secret', 'the signing method is not allowed', { header: { alg: 'HS256' } }],
    ['signed with a stranger’s key', 'the signature is wrong', { key: strangersKey }],
    ['with an unknown kid', 'no key of the issuer has the kid of the token', { header: { kid: 'key-2' } }],
    ['without a kid', 'no key of the issuer has the kid of the token', { header: { kid: undefined } }],
  ])('%s', async (_what, because, parts) => {
    const { getWith, invoke } = await openGuarded();
    expect(await getWith(parts)).toEqual(refused(because));
    expect(invoke).not.toHaveBeenCalled();
  });

  it('whose claims were changed', async () => {
    const { get, token } = await openGuarded();
    const [head, , signature] = token().split('.');
    const [, claims] = token({ claims: { sub: 'user-2' } }).split('.');
    const answer = await get({ authorization: `Bearer ${[head, claims, signature].join('.')}` });
    expect(answer).toEqual(refused('the signature is wrong'));
  });

  it('that is none', async () => {
    const { get } = await openGuarded();
    expect(await get({ authorization: 'Bearer abc' })).toEqual(refused('the token is malformed'));
  });

  it('where the issuer does not answer', async () => {
    const { getWith } = await openGuarded({ issuerIsDown: true });
    expect(await getWith()).toEqual(refused('OIDC discovery endpoint communication error'));
  });
});

describe('without a token', () => {
  const challenged = { status: 401, challenge: 'Bearer', text: '{"message":"Unauthorized"}' };

  it('nobody is let in', async () => {
    const { get } = await openGuarded();
    expect(await get({})).toEqual(challenged);
    expect(await get({ authorization: 'Bearer ' })).toEqual(challenged);
  });

  it('a signature of IAM’s opens nothing', async () => {
    const { get, url } = await openGuarded();
    const { status } = await get(signedHeaders('GET', new URL('/jobs/x', url), ''));
    expect(status).toBe(401);
  });
});
