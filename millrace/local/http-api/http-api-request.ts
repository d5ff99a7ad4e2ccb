import type { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** A request as it came off the wire, its body read. */
export interface HttpApiRequest {
  readonly method: string;
  /** As sent: percent-encoded. */
  readonly rawPath: string;
  readonly rawQuery: string;
  /** Names in lower case, repeated values joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly sourceIp: string;
}

export function httpApiRequest(message: IncomingMessage, body: Buffer): HttpApiRequest {
  const { method = 'GET', url = '/', headersDistinct, socket } = message;
  const [rawPath = '/', ...query] = url.split('?');
  const headers = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(',')]);
  return {
    method,
    rawPath,
    rawQuery: query.join('?'),
    headers: Object.fromEntries(headers),
    body,
    sourceIp: socket.remoteAddress ?? '127.0.0.1',
  };
}
