import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An outside service that can be told not to answer, and remembers what it was asked. */
export interface Carrier {
  readonly url: string;
  /** The parcels it shipped. */
  readonly shipped: readonly string[];
  /** The idempotency keys it was shown. */
  readonly keys: readonly string[];
  /** Resolves when the next request has come, which is never answered. */
  silence(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCarrier(): Promise<Carrier> {
  const shipped: string[] = [];
  const keys: string[] = [];
  let silenced: (() => void) | undefined;
  const server = createServer((request, response: ServerResponse) => {
    keys.push(String(request.headers['idempotency-key']));
    if (silenced) {
      silenced();
      silenced = undefined;
      return;
    }
    const parcel = String(request.url).slice(1);
    shipped.push(parcel);
    response.end(`track-${parcel}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    shipped,
    keys,
    silence: () =>
      new Promise((resolve) => {
        silenced = resolve;
      }),
    stop: () => close(server),
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
