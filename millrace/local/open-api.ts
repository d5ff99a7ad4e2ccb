import { systemClock } from '../message/clock.ts';
import { type HttpApi, startHttpApi } from './http-api/http-api.ts';
import type { Route } from './http-api/routes.ts';

type Invoke = (functionName: string, event: unknown) => Promise<unknown>;

/** Starts the HTTP API on the port after the engine's; where that is taken, on any. */
export async function openApi(
  routes: readonly Route[],
  invoke: Invoke,
  enginePort: number,
): Promise<HttpApi | undefined> {
  if (routes.length === 0) return undefined;
  const open = (port: number) => startHttpApi({ port, routes, invoke, clock: systemClock });
  if (enginePort === 0) return await open(0);
  try {
    return await open(enginePort + 1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return await open(0);
  }
}
