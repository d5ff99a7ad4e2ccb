/** The engine could not start; the message says why and what to do. */
export class EngineStartError extends Error {
  override readonly name = 'EngineStartError';
}
