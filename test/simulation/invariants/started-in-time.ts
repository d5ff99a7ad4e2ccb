import { DEADLINE_MARGIN_SECONDS } from '../../../millrace/definition/timing.ts';
import type { Invariant } from './invariant.ts';

/** What a gate and a claim take where nothing is slow. */
const LONGEST_CLAIM_MS = 300;

/** A run is begun only where its invocation has the time for it. */
export const startedInTime: Invariant = {
  name: 'a run has the time that it needs',
  onRun({ claim, id, writer }, { hosts, plan }) {
    if (claim === undefined || (hosts.get(writer)?.hits ?? 0) > 0) return undefined;
    const leastMs = (plan.jobs.newest.timeoutSeconds + DEADLINE_MARGIN_SECONDS) * 1000 - LONGEST_CLAIM_MS;
    return claim.leftMs >= leastMs ? undefined : { job: id, saw: `${writer} began it with ${claim.leftMs} ms left` };
  },
};
