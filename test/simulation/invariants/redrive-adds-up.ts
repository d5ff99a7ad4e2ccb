import type { Invariant } from './invariant.ts';

export const redriveAddsUp: Invariant = {
  name: 'the counts of a redrive add up',
  onReport({ received, redriven, refused, skipped, discarded, failed, verdicts }) {
    const ends = redriven + refused + skipped + discarded + failed;
    const judged = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
    if (received === ends && received === judged) return undefined;
    return { job: 'the redrive', saw: `received ${received}, ended ${ends}, judged ${judged}` };
  },
};
