import type { ServerResponse } from 'node:http';
import type { TwinAnswer } from './twin.ts';

export function sendAnswer(response: ServerResponse, { status, headers, body }: TwinAnswer): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
