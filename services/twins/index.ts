import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allTwins, type TwinName, twinEnvironment } from './all-twins.ts';
import { failed } from './failed.ts';
import type { ModeInput } from './mode.ts';
import { type Ledger, type OpenTwin, openTwin } from './open-twin.ts';
import { sendAnswer } from './send-answer.ts';
import { serveTwin } from './serve-twin.ts';
import { createTwinControl } from './twin-control.ts';
import { twinIndex } from './twin-index.ts';

export interface RunningTwins {
  /** Laid over a function's environment, it makes the function call the twins. */
  readonly environment: Record<string, string>;
  readonly address: string;
  ledger(name: TwinName): Promise<Ledger>;
  clearLedger(name: TwinName): Promise<void>;
  setMode(name: TwinName, mode: ModeInput): Promise<void>;
  stop(): Promise<void>;
}

export interface TwinsOptions {
  /** 0 takes any free one. Default 0. */
  readonly port?: number;
  /** Epoch milliseconds at the services: of this machine, unless those who call them live in another time. */
  readonly now?: () => number;
}

/** Starts the twins of all services on one port of this machine, each below its own name. */
export async function startTwins({ port = 0, now = Date.now }: TwinsOptions = {}): Promise<RunningTwins> {
  const twins = new Map(Object.entries(allTwins).map(([name, twin]) => [name, openTwin(twin, now)]));
  const server = createServer((request, response) => void serve(twins, request, response));
  // Longer than any client keeps an idle connection: the client closes it, and never just as it sends.
  server.keepAliveTimeout = 65_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo; only a pipe's is a string.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: twinEnvironment(address),
    address,
    ...createTwinControl(address),
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(twins: Map<string, OpenTwin>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name = '', path = '/'] = /^\/([^/?]*)(\/[^?]*)?/.exec(request.url ?? '') ?? [];
  const twin = twins.get(name);
  try {
    if (name === '') sendAnswer(response, twinIndex(twins));
    else if (twin === undefined) sendAnswer(response, failed(404, 'no_such_twin'));
    else await serveTwin(twin, path, request, response);
  } catch (error) {
    // A caller that hung up while sending is no fault of the twin.
    if (!request.destroyed || request.complete) sendAnswer(response, failed(500, 'twin_failed', String(error)));
  }
}
