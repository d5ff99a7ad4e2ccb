import type { Invariant } from './invariant.ts';

/** A run whose claim is lost, or whose record does not answer, leaves its message to its lease. */
export const lostClaimsTouchNothing: Invariant = {
  name: 'a lost claim touches nothing',
  onOutcome({ outcome, hides, jobId, writer }) {
    if (outcome !== 'lost-claim' || hides <= 1) return undefined;
    return { job: jobId, saw: `${writer} lost its claim, and hid the message` };
  },
};
