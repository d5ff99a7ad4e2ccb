import type { Invariant } from './invariant.ts';

/** Whoever writes a death has kept its message, as it came. */
export const messagesKept: Invariant = {
  name: 'a death keeps its message',
  onWrite({ before, after, kept, writer }, { sent }) {
    if (after.status !== 'DEAD' || after.death_id === before?.death_id) return undefined;
    if (kept === undefined) return { job: after.id, saw: `${writer} wrote its death, and its message is not kept` };
    const original = sent.get(kept.body);
    const isIts = original !== undefined && (after.id.includes(':~') || original.jobId === after.id);
    return isIts ? undefined : { job: after.id, saw: `${writer} kept ${kept.body.slice(0, 60)}` };
  },
};
