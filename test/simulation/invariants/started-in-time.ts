import { DEADLINE_MARGIN_SECONDS } from '../../../millrace/definition/timing.ts';
import type { Invariant } from './invariant.ts';

/** A run is begun only where its invocation has the time for it. */
export const startedInTime: Invariant = {
  name: 'a run has the time that it needs',
  onWrite({ before, after, forgotten, writer }, { claims, plan, settings }) {
    const claim = after.fence === before?.fence ? undefined : claims.get(after.fence ?? '');
    const isGated = settings.ratePerSecond !== undefined || settings.breaker !== undefined;
    // Their claims come after other requests, which may take long.
    if (claim === undefined || isGated || forgotten !== undefined || before?.status === 'DEAD') return undefined;
    const leastMs = (plan.jobs.newest.timeoutSeconds + DEADLINE_MARGIN_SECONDS) * 1000;
    return claim.leftMs >= leastMs
      ? undefined
      : { job: after.id, saw: `${writer} claimed it with ${claim.leftMs} ms left` };
  },
};
