import type { Invariant } from './invariant.ts';

/** A claim is settled by its owner, or taken over when its invocation has certainly ended; a run has a claim of its own. */
export const claimsRespected: Invariant = {
  name: 'a live claim belongs to its owner',
  onWrite({ before, after, writer, atMs, write }, { claims }) {
    if (before?.status !== 'INPROGRESS') return undefined;
    // Anybody may ask for a job to be cancelled.
    if (Object.keys(write.set).join() === 'cancel_requested') return undefined;
    const claim = claims.get(before.fence ?? '');
    if (claim === undefined) return { job: after.id, saw: 'a claim that nobody made' };
    if (claim.writer === writer && after.fence === before.fence) return undefined;
    if (atMs > claim.deadlineMs) return undefined;
    return { job: after.id, saw: `${writer} wrote ${after.status} over the live claim of ${claim.writer}` };
  },
  onOutcome({ writer, outcome, jobId, record }, { claims }) {
    if (outcome !== 'lost-claim') return undefined;
    const claim = claims.get(record?.fence ?? '');
    if (claim?.writer !== writer || claim.settledAs === undefined) return undefined;
    return { job: jobId, saw: `${writer} takes its claim for lost, and settled it` };
  },
  onRun({ id, claim, found, writer, attempt }) {
    const isOwn = claim !== undefined && found?.status === 'INPROGRESS' && found.fence === claim.fence;
    if (isOwn && claim.toCancel) return { job: id, saw: `${writer} began a run that was to be cancelled` };
    if (!isOwn) return { job: id, saw: `${writer} began a run over ${found?.status} that is not its own claim` };
    return found.attempts === attempt
      ? undefined
      : { job: id, saw: `attempt ${attempt} at ${found.attempts} attempts` };
  },
};
