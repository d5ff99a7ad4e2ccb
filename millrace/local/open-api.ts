import { systemClock } from '../message/clock.ts';
import { type HttpApi, type HttpApiOptions, startHttpApi } from './http-api/http-api.ts';

export interface OpenApiOptions extends Pick<HttpApiOptions, 'routes' | 'invoke' | 'reportFailure'> {
  readonly enginePort: number;
}

/** Starts the HTTP API on the port after the engine's; where that is taken, on any. */
export async function openApi({ enginePort, ...options }: OpenApiOptions): Promise<HttpApi | undefined> {
  if (options.routes.length === 0) return undefined;
  const open = (port: number) => startHttpApi({ ...options, port, clock: systemClock });
  if (enginePort === 0) return await open(0);
  try {
    return await open(enginePort + 1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return await open(0);
  }
}
