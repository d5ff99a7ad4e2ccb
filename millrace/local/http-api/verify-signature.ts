import { Buffer } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import { localAccount } from '../template/local-account.ts';
import type { HttpApiRequest } from './http-api-request.ts';

const SERVICE = 'execute-api';
const LARGEST_CLOCK_SKEW_MS = 5 * 60 * 1000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 +Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, *SignedHeaders=([a-z0-9-;]+), *Signature=([0-9a-f]{64})$/;

/** True where the request is signed (AWS Signature Version 4) with the local credentials, for this API, just now. */
export async function verifySignature(request: HttpApiRequest, nowMs: number): Promise<boolean> {
  const [, accessKeyId, day, region, service, headerList = '', signature = ''] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  const signedAt = readInstant(request.headers['x-amz-date']);
  const isForUs = accessKeyId === localAccount.accessKeyId && region === localAccount.region && service === SERVICE;
  if (!isForUs || !signedAt || Math.abs(nowMs - signedAt.getTime()) > LARGEST_CLOCK_SKEW_MS) return false;
  if (request.headers['x-amz-date']?.slice(0, 8) !== day) return false;
  const names = headerList.split(';');
  if (!names.includes('host') || !bodyIsAsSigned(request, names)) return false;
  // AWS encodes the path's segments once more; curl before 8.3 does not.
  const candidates = [true, false].map((uriEscapePath) => expectedSignature(request, names, signedAt, uriEscapePath));
  return (await Promise.all(candidates)).some((expected) => isSame(expected, signature));
}

function readInstant(text: string | undefined): Date | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '') ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 1, day, hour, minute, second] = parts.map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** A signed hash must be the body's own; without one the body is hashed when the signature is worked out again. */
function bodyIsAsSigned({ headers, body }: HttpApiRequest, names: readonly string[]): boolean {
  if (!names.includes('x-amz-content-sha256')) return true;
  return headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex');
}

async function expectedSignature(
  { method, rawPath, rawQuery, headers, body }: HttpApiRequest,
  names: readonly string[],
  signingDate: Date,
  uriEscapePath: boolean,
): Promise<string> {
  const signer = new SignatureV4({
    service: SERVICE,
    region: localAccount.region,
    credentials: localAccount,
    sha256: Sha256,
    applyChecksum: false,
    uriEscapePath,
  });
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: String(headers.host),
      path: rawPath,
      query: queryBag(rawQuery),
      headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? ''])),
      body,
    },
    { signingDate, signableHeaders: new Set(names) },
  );
  return signed.headers.authorization?.split('Signature=')[1] ?? '';
}

function queryBag(rawQuery: string): Record<string, string[]> {
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(rawQuery)) query[name] = [...(query[name] ?? []), value];
  return query;
}

function isSame(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}
