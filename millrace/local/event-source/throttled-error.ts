/** No execution environment was free: the invocation never reached the function. */
export class ThrottledError extends Error {
  override readonly name = 'ThrottledError';
}
