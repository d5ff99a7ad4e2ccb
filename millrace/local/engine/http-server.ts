import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { EngineStartError } from './engine-start-error.ts';
import { type HttpAnswer, jsonAnswer } from './http-answer.ts';

export interface EngineRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

export interface HttpServer {
  readonly port: number;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
// Clients keep idle connections and lose a race against Node's own 5 s.
const KEEP_ALIVE_MS = 120_000;
const LARGEST_BODY_BYTES = 32 * 1024 * 1024;

/** Serves `answer` on the loopback address; whatever it throws becomes a 500 and never ends the process. */
export async function startHttpServer(
  port: number,
  answer: (request: EngineRequest) => Promise<HttpAnswer>,
): Promise<HttpServer> {
  const server = createServer((request, response) => {
    // Whatever answering throws is answered: only a broken connection comes here.
    respond(request, response, answer).catch(() => response.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = KEEP_ALIVE_MS + 1000;
  await listen(server, port);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new EngineStartError(`${port} is no port; choose one from 1 to 65535 with --port, or 0 for any`);
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'is taken by another program' : `can't be opened (${cause.message})`;
      reject(new EngineStartError(`port ${port} ${reason}; choose another with --port`, { cause }));
    });
    server.listen(port, HOST, resolve);
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: EngineRequest) => Promise<HttpAnswer>,
) {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const body = await readBody(request);
  const {
    status,
    headers,
    body: text,
  } = body === undefined
    ? jsonAnswer(413, { message: `The request is larger than ${LARGEST_BODY_BYTES} bytes.` }, { connection: 'close' })
    : await answer({
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: flatHeaders(request),
        body,
        signal: gone.signal,
      }).catch(unexpected);
  if (gone.signal.aborted) return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}

function unexpected(error: unknown): HttpAnswer {
  return jsonAnswer(500, { __type: 'InternalFailure', message: `The engine failed: ${error}` });
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= LARGEST_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > LARGEST_BODY_BYTES ? undefined : Buffer.concat(chunks).toString();
}

function flatHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
