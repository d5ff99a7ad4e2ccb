import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../message/clock.ts';
import { ThrottledError } from '../event-source/throttled-error.ts';
import { type Authorize, createAuthorize } from './authorize.ts';
import { functionResponse, gatewayMessage, type HttpApiResponse } from './function-response.ts';
import { type HttpApiRequest, httpApiRequest } from './http-api-request.ts';
import { requestEvent } from './request-event.ts';
import { matchRoute, type Route } from './routes.ts';
import { createTokenBuckets } from './token-buckets.ts';

export interface HttpApiOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly routes: readonly Route[];
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
  readonly clock: Clock;
  /** Told of a request that its function failed, by an error or by an answer that can't be sent. */
  readonly reportFailure: (failure: FailedRequest) => void;
}

export interface FailedRequest {
  /** Method and path. */
  readonly request: string;
  readonly because: string;
}

export interface HttpApi {
  readonly url: string;
  stop(): Promise<void>;
}

interface Gateway extends HttpApiOptions {
  readonly authorize: Authorize;
  readonly hasRoom: (route: Route) => boolean;
}

const LARGEST_BODY_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 30_000;
/** Well above a client's idle time, so that no request meets a connection being closed. */
const KEEP_ALIVE_MS = 75_000;

/** The template's HTTP API, as API Gateway would serve it: routes, signatures, tokens, limits, payload format 2.0. */
export async function startHttpApi(options: HttpApiOptions): Promise<HttpApi> {
  const gateway = { ...options, authorize: createAuthorize(), hasRoom: createTokenBuckets(options.clock) };
  const server = createServer((message, response) => void serve(message, response, gateway));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(message: IncomingMessage, response: ServerResponse, gateway: Gateway): Promise<void> {
  const requestId = randomUUID();
  try {
    const body = await readBody(message);
    const tooLarge = gatewayMessage(413, 'Request Entity Too Large');
    const answer = body ? await respond(httpApiRequest(message, body), requestId, gateway) : tooLarge;
    send(answer, requestId, response);
  } catch (error) {
    // The caller hung up while sending, or a function answered with a header that can't be sent.
    if (response.destroyed) return;
    gateway.reportFailure(failedRequest(httpApiRequest(message, Buffer.alloc(0)), error));
    send(gatewayMessage(500, 'Internal Server Error'), requestId, response);
  }
}

function send({ statusCode, headers, body }: HttpApiResponse, requestId: string, response: ServerResponse): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('apigw-requestid', requestId);
  response.writeHead(statusCode).end(body);
}

/** Undefined where it is larger than API Gateway takes. */
async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes <= LARGEST_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > LARGEST_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

async function respond(request: HttpApiRequest, requestId: string, gateway: Gateway): Promise<HttpApiResponse> {
  const { routes, clock, authorize, hasRoom } = gateway;
  const match = matchRoute(routes, request.method, request.rawPath);
  if (!match) return gatewayMessage(404, 'Not Found');
  if (!hasRoom(match.route)) return gatewayMessage(429, 'Too Many Requests');
  const nowMs = clock.now();
  const authorization = await authorize(match.route, request, nowMs);
  if (!authorization.ok) return authorization.refusal;
  const { authorizer } = authorization;
  return await integrate(match.route, requestEvent(request, match, { requestId, nowMs, authorizer }), request, gateway);
}

async function integrate(
  { functionName }: Route,
  event: unknown,
  request: HttpApiRequest,
  { invoke, clock, reportFailure }: Gateway,
): Promise<HttpApiResponse> {
  return await new Promise((resolve) => {
    const answer = (response: HttpApiResponse) => {
      cancel();
      resolve(response);
    };
    const cancel = clock.after(INTEGRATION_TIMEOUT_MS, () => answer(gatewayMessage(503, 'Service Unavailable')));
    invoke(functionName, event)
      .then(functionResponse)
      .then(answer, (error: unknown) => {
        if (error instanceof ThrottledError) return answer(gatewayMessage(503, 'Service Unavailable'));
        reportFailure(failedRequest(request, error));
        answer(gatewayMessage(500, 'Internal Server Error'));
      });
  });
}

function failedRequest({ method, rawPath }: HttpApiRequest, error: unknown): FailedRequest {
  return { request: `${method} ${rawPath}`, because: error instanceof Error ? error.message : String(error) };
}
