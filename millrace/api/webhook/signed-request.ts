import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { bodyBytes } from '../body-bytes.ts';

/** What a provider sent, and may have signed. */
export interface SignedRequest {
  /** As they came: a signature is over these, never over what was read from them. */
  readonly bytes: Buffer;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export function signedRequest(event: APIGatewayProxyEventV2): SignedRequest {
  return { bytes: bodyBytes(event), headers: event.headers ?? {} };
}
