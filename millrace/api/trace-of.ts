import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isTraceparent, traceparentOfAws } from '../message/trace.ts';

/**
 * The trace that a request belongs to, as a `traceparent`: its own, or API Gateway's (`X-Amzn-Trace-Id`), or a new one.
 * `newHex`: so many random bytes, as hex digits.
 */
export function traceOf({ headers = {} }: APIGatewayProxyEventV2, newHex: (bytes: number) => string): string {
  const { traceparent = '', 'x-amzn-trace-id': ofAws = '' } = headers;
  if (isTraceparent(traceparent)) return traceparent;
  return traceparentOfAws(ofAws, () => newHex(8)) ?? `00-${newHex(16)}-${newHex(8)}-00`;
}
