import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** What a provider sent, and may have signed. */
export interface SignedRequest {
  /** As they came: a signature is over these, never over what was read from them. */
  readonly bytes: Buffer;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export function signedRequest({ body = '', isBase64Encoded, headers }: APIGatewayProxyEventV2): SignedRequest {
  return { bytes: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'), headers: headers ?? {} };
}
