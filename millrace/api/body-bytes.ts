import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request's body as it came, whichever way the gateway hands it on. */
export function bodyBytes({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): Buffer {
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}
