/** The local run, or the engine alone, can't start; the message says why and what to do. */
export class LocalRunError extends Error {
  override readonly name = 'LocalRunError';
}
