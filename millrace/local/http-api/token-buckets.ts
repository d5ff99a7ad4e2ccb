import type { Clock } from '../../message/clock.ts';
import type { Route } from './routes.ts';

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Whether a route has room for one request more: a bucket for each, full at first, filled at its rate. */
export function createTokenBuckets(clock: Clock): (route: Route) => boolean {
  const buckets = new Map<string, Bucket>();
  return ({ routeKey, throttle }) => {
    if (throttle === undefined) return true;
    const { requestsPerSecond, burstRequests } = throttle;
    const nowMs = clock.now();
    const { tokens, filledAtMs } = buckets.get(routeKey) ?? { tokens: burstRequests, filledAtMs: nowMs };
    const filled = Math.min(burstRequests, tokens + ((nowMs - filledAtMs) / 1000) * requestsPerSecond);
    const hasRoom = filled >= 1;
    buckets.set(routeKey, { tokens: hasRoom ? filled - 1 : filled, filledAtMs: nowMs });
    return hasRoom;
  };
}
