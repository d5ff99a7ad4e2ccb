import type { Finding, Invariant } from './invariant.ts';

const ENDED = new Set(['COMPLETED', 'EXPIRED', 'CANCELLED']);

/** What has ended stays so, a death ends by its own redrive alone, and no message changes a job's content. */
export const recordsUnharmed: Invariant = {
  name: 'a good record is never harmed',
  onWrite({ before, after, writer }, { redrivenDeaths }): Finding | undefined {
    if (before === undefined || before.id.includes(':~')) return undefined;
    const change = `${writer} turned ${before.status} into ${after.status}`;
    if (ENDED.has(before.status)) return { job: after.id, saw: change };
    if (before.status === 'DEAD') {
      const isNewCycle = after.status === 'INPROGRESS' && after.cycle === (before.cycle ?? 1) + 1;
      if (!isNewCycle) return { job: after.id, saw: change };
      if (!redrivenDeaths.has(before.death_id ?? '')) return { job: after.id, saw: `${change}, and nobody redrove it` };
    }
    // Of an edit another invariant tells.
    const isEdited = before.status === 'DEAD' && after.edited === true;
    if (before.version === after.version && before.validation !== after.validation && !isEdited) {
      return { job: after.id, saw: `${change} with other content` };
    }
    return undefined;
  },
};
