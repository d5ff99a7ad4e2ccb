import type { JWTPayload } from 'jose';
import { localAccount } from '../template/local-account.ts';
import { gatewayMessage, type HttpApiResponse } from './function-response.ts';
import type { HttpApiRequest } from './http-api-request.ts';
import { createIssuerKeys } from './issuer-keys.ts';
import type { JwtAuthorizer } from './jwt-authorizer.ts';
import type { Route } from './routes.ts';
import { verifySignature } from './verify-signature.ts';
import { verifyToken } from './verify-token.ts';

/** Let in, with what the function is told of the caller; or what the caller is told. */
export type Authorization =
  | { readonly ok: true; readonly authorizer: Readonly<Record<string, unknown>> | undefined }
  | { readonly ok: false; readonly refusal: HttpApiResponse };

export type Authorize = (route: Route, request: HttpApiRequest, nowMs: number) => Promise<Authorization>;

/** Asks of a request what its route asks for. */
export function createAuthorize(): Authorize {
  const keysOf = createIssuerKeys();
  return async ({ authorization }, request, nowMs) => {
    if (authorization === 'NONE') return { ok: true, authorizer: undefined };
    if (authorization !== 'AWS_IAM') return await byToken(authorization, request, { keysOf, nowMs });
    if (await verifySignature(request, nowMs)) return { ok: true, authorizer: localCaller };
    return { ok: false, refusal: gatewayMessage(403, 'Forbidden') };
  };
}

async function byToken(
  authorizer: JwtAuthorizer,
  { headers }: HttpApiRequest,
  facts: Parameters<typeof verifyToken>[2],
): Promise<Authorization> {
  const token = headers.authorization?.replace(/^Bearer( +|$)/i, '');
  if (!token) return unauthorized('Bearer');
  const verified = await verifyToken(token, authorizer, facts);
  if (verified.ok) return { ok: true, authorizer: { jwt: { claims: asTexts(verified.claims), scopes: null } } };
  return unauthorized(`Bearer scope="" error="invalid_token" error_description="${verified.because}"`);
}

function unauthorized(challenge: string): Authorization {
  const { headers, ...message } = gatewayMessage(401, 'Unauthorized');
  return { ok: false, refusal: { ...message, headers: { ...headers, 'www-authenticate': challenge } } };
}

/** API Gateway hands on every claim as text, a list as `[a b]`. */
function asTexts(claims: JWTPayload): Record<string, string> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, asText(value)]));
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asText).join(' ')}]`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Who signed, as an IAM-authorised request tells its function. */
const localCaller = {
  iam: {
    accessKey: localAccount.accessKeyId,
    accountId: localAccount.accountId,
    callerId: localAccount.accessKeyId,
    cognitoIdentity: null,
    principalOrgId: null,
    userArn: `arn:aws:iam::${localAccount.accountId}:user/local`,
    userId: localAccount.accessKeyId,
  },
};
