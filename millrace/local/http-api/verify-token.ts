import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { DiscoveryFailedError } from './issuer-keys.ts';
import type { JwtAuthorizer } from './jwt-authorizer.ts';

export type VerifiedToken =
  | { readonly ok: true; readonly claims: JWTPayload }
  /** In the words that API Gateway puts into `error_description`. */
  | { readonly ok: false; readonly because: string };

/** API Gateway takes no others: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html */
const RSA_ALGORITHMS = ['RS256', 'RS384', 'RS512'];

/** Signature, issuer, audience and times, as API Gateway checks them. */
export async function verifyToken(
  token: string,
  { issuer, audience }: JwtAuthorizer,
  { keysOf, nowMs }: { readonly keysOf: (issuer: string) => Promise<JWTVerifyGetKey>; readonly nowMs: number },
): Promise<VerifiedToken> {
  try {
    const keyOf: JWTVerifyGetKey = async (header, input) => {
      // jose itself would take the only key of an issuer that has one.
      if (header.kid === undefined) throw new errors.JWKSNoMatchingKey();
      return (await keysOf(issuer))(header, input);
    };
    const { payload } = await jwtVerify(token, keyOf, {
      issuer,
      algorithms: RSA_ALGORITHMS,
      requiredClaims: ['exp'],
      currentDate: new Date(nowMs),
    });
    if (!isFor(audience, payload)) return { ok: false, because: 'the token does not have a valid audience' };
    if ((payload.iat ?? 0) * 1000 > nowMs) return { ok: false, because: 'the token was issued in the future' };
    return { ok: true, claims: payload };
  } catch (error) {
    return { ok: false, because: reason(error) };
  }
}

/** `client_id` counts only where there is no `aud`, as in Cognito's access tokens. */
function isFor(audience: readonly string[], { aud, client_id: clientId }: JWTPayload): boolean {
  const given = aud === undefined ? [clientId] : [aud].flat();
  return given.some((one) => typeof one === 'string' && audience.includes(one));
}

function reason(error: unknown): string {
  if (error instanceof DiscoveryFailedError) return 'OIDC discovery endpoint communication error';
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'iss' ? 'issuer does not match' : `the token has no valid ${error.claim}`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'the signing method is not allowed';
  if (error instanceof errors.JWKSNoMatchingKey) return 'no key of the issuer has the kid of the token';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the signature is wrong';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'the token is malformed';
  // A key set that can't be fetched, or is none.
  return 'JWKS communication error';
}
