/**
 * How AWS clients call: one that hangs must fail while there is time to try again.
 * Without `throwOnRequestTimeout` the SDK only warns, and waits on.
 */
export function awsHttp({ requestTimeoutMs = 3_000, connectionTimeoutMs = 1_000 } = {}) {
  return { requestTimeout: requestTimeoutMs, connectionTimeout: connectionTimeoutMs, throwOnRequestTimeout: true };
}
