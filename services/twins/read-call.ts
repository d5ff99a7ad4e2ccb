import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TwinCall } from './twin.ts';

/** Reads a request; `path` is what follows the twin's prefix. A body that is no JSON is left as text. */
export async function readCall(
  request: IncomingMessage,
  path: string,
  contentType = request.headers['content-type'] ?? '',
): Promise<TwinCall> {
  const body = await text(request);
  const key = request.headers['idempotency-key'];
  const [, query = ''] = (request.url ?? '').split('?', 2);
  return {
    method: request.method ?? 'GET',
    path: decodeURIComponent(path),
    query: Object.fromEntries(new URLSearchParams(query)),
    body: parse(body, contentType),
    idempotencyKey: typeof key === 'string' ? key : undefined,
  };
}

function parse(body: string, contentType: string): unknown {
  if (contentType.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
