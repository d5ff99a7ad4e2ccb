import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { localAccount } from '../template/local-account.ts';
import type { HttpApiRequest } from './http-api-request.ts';
import type { RouteMatch } from './routes.ts';

/** Everything else is handed to the function in base64, curl's default `application/x-www-form-urlencoded` included. */
const TEXT_TYPES = /^(text\/|application\/(json|javascript|xml|vnd\.api\+json)\b)/;

export interface RequestFacts {
  readonly requestId: string;
  readonly nowMs: number;
  /** Of a route that asks who calls. */
  readonly authorizer: Readonly<Record<string, unknown>> | undefined;
}

/** The event of payload format 2.0. */
export function requestEvent(
  request: HttpApiRequest,
  { route, pathParameters }: RouteMatch,
  { requestId, nowMs, authorizer }: RequestFacts,
): APIGatewayProxyEventV2 {
  const { method, rawPath, rawQuery, sourceIp, body } = request;
  const { cookie, ...headers } = request.headers;
  const isText = TEXT_TYPES.test(headers['content-type'] ?? '');
  const parameters = queryParameters(rawQuery);
  const host = headers.host ?? '';
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath,
    rawQueryString: rawQuery,
    ...(cookie === undefined ? {} : { cookies: cookie.split(/; */) }),
    headers,
    ...(parameters === undefined ? {} : { queryStringParameters: parameters }),
    requestContext: {
      accountId: localAccount.accountId,
      apiId: 'local',
      ...(authorizer === undefined ? {} : { authorizer }),
      domainName: host,
      domainPrefix: 'local',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp, userAgent: headers['user-agent'] ?? '' },
      requestId,
      routeKey: route.routeKey,
      stage: '$default',
      time: commonLogTime(nowMs),
      timeEpoch: nowMs,
    },
    ...(Object.keys(pathParameters).length === 0 ? {} : { pathParameters: { ...pathParameters } }),
    ...(body.length === 0 ? {} : { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** `30/Nov/2026:09:05:00 +0000` */
function commonLogTime(nowMs: number): string {
  const [, day, month, year, time] = new Date(nowMs).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

function queryParameters(rawQuery: string): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    const before = parameters[name];
    parameters[name] = before === undefined ? value : `${before},${value}`;
  }
  return Object.keys(parameters).length === 0 ? undefined : parameters;
}
