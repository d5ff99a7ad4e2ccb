/** The command was called with something it can't take. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const HIGHEST_PORT = 65_535;

/** 0, any free port, where none is given. */
export function readPort(text: string | undefined): number {
  const port = Number(text ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT || text === '') {
    throw new UsageError(`--port ${text}: a whole number from 0 (any free port) to ${HIGHEST_PORT} is wanted`);
  }
  return port;
}
