import type { Invariant } from './invariant.ts';

/** A job is cancelled only where that was asked for, and never one whose run succeeded. */
export const cancelledAsAsked: Invariant = {
  name: 'a job is cancelled as asked',
  onWrite({ before, after, writer }, { claims, cancelAsked }) {
    if (after.cancel_requested && after.status !== 'INPROGRESS') {
      return { job: after.id, saw: `${writer} left it ${after.status}, and still to be cancelled` };
    }
    if (after.status !== 'CANCELLED' || before?.status === 'CANCELLED') return undefined;
    if (!cancelAsked.has(after.id)) return { job: after.id, saw: `${writer} cancelled it, and nobody asked` };
    const claim = before?.status === 'INPROGRESS' ? claims.get(before.fence ?? '') : undefined;
    const hasSettled = claim?.settledAs === 'CANCELLED' && claim.run?.end === 'returned';
    return hasSettled ? { job: after.id, saw: `${writer} cancelled a run that succeeded` } : undefined;
  },
};
