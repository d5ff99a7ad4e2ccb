import type { Invariant } from './invariant.ts';

/** A lone run counts as lost only where it began and nobody settled it, or where its host could not give it back. */
export const lostRunsCountAlone: Invariant = {
  name: 'a lost run was one',
  onWrite({ before, after }, { claims, hosts }) {
    if (before?.status !== 'INPROGRESS' || after.status !== 'INPROGRESS' || !before.alone) return undefined;
    if (before.fence === after.fence) return undefined;
    const claim = claims.get(before.fence ?? '');
    if (claim === undefined) return undefined;
    if (claim.settledAs !== undefined) return { job: after.id, saw: 'a settled run is counted as lost' };
    const host = hosts.get(claim.writer);
    const couldGiveBack = host?.isOver() === false && host.hits === claim.hitsBefore && !claim.isLate;
    if (claim.run !== undefined || !couldGiveBack) return undefined;
    return { job: after.id, saw: `the claim of ${claim.writer} is counted as lost, and no run of it began` };
  },
};
