import { Buffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

export interface SigningOverrides {
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly region?: string;
  readonly service?: string;
  /** Signed as the body, in place of the one that is sent. */
  readonly body?: string;
  readonly contentHash?: string;
  readonly at?: Date;
}

/** Signature Version 4 worked out by hand, independent of what checks it. */
export function signedHeaders(method: string, url: URL, body: string, overrides: SigningOverrides = {}) {
  const { accessKeyId = 'local', secretAccessKey = 'local', region = 'us-east-1', service = 'execute-api' } = overrides;
  const at = (overrides.at ?? new Date()).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = at.slice(0, 8);
  const headers: Record<string, string> = { host: url.host, 'x-amz-date': at };
  if (overrides.contentHash) headers['x-amz-content-sha256'] = overrides.contentHash;
  const names = Object.keys(headers).sort();
  const path = url.pathname.split('/').map(encodeURIComponent).join('/');
  const query = [...url.searchParams].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const canonical = [
    method,
    path,
    query.sort().join('&'),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    overrides.contentHash ?? sha256(overrides.body ?? body),
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(Buffer.from(key), ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  );
  const credential = `Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}`;
  return { ...headers, authorization: `AWS4-HMAC-SHA256 ${credential}, Signature=${signature}` };
}
