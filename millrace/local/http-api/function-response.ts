import { Buffer } from 'node:buffer';

export interface HttpApiResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** What API Gateway answers by itself. An HTTP API says 500 and 503 where a REST API says 502 and 504. */
export function gatewayMessage(statusCode: number, message: string): HttpApiResponse {
  return jsonResponse(statusCode, JSON.stringify({ message }));
}

/** A function's answer in payload format 2.0; one without a status code is itself the body. @throws where it is unusable. */
export function functionResponse(answer: unknown): HttpApiResponse {
  if (typeof answer !== 'object' || answer === null || !('statusCode' in answer)) {
    return jsonResponse(200, typeof answer === 'string' ? answer : JSON.stringify(answer));
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded } = answer as FunctionAnswer;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599 || typeof body !== 'string') {
    throw new Error('its function answered with a statusCode or a body that is none');
  }
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    statusCode: status,
    headers: { ...Object.fromEntries(given), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) },
    body: Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

/** What a function may answer; checked field by field where it matters. */
interface FunctionAnswer {
  readonly statusCode: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly cookies?: readonly string[];
  readonly body?: unknown;
  readonly isBase64Encoded?: unknown;
}

function jsonResponse(statusCode: number, json: string): HttpApiResponse {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: Buffer.from(json) };
}
