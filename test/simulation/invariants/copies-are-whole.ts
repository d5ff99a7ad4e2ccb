import type { Invariant } from './invariant.ts';

const MARKS = new Set(['deathId', 'deathReason', 'payloadEdited', 'attributesKept']);

/** A copy carries what its original was sent with: its attributes, or where they are kept, and its group. */
export const copiesAreWhole: Invariant = {
  name: 'a copy keeps its attributes and its group',
  onCopy({ message, kept, sent, to }, { isOrdered }) {
    if (sent?.attributes === undefined || sent.jobId === undefined) return undefined;
    const { attributes = {}, groupId } = message;
    const own = attributes.attributesKept === undefined ? attributes : (kept?.attributes ?? {});
    const has = Object.keys(own).filter((name) => !MARKS.has(name) && own[name]?.stringValue === name);
    const isWhole = has.sort().join() === [...sent.attributes].sort().join();
    if (!isWhole) return { job: sent.jobId, saw: `its copy in ${to} has ${has.length} of ${sent.attributes.length}` };
    if (!isOrdered || groupId === sent.route) return undefined;
    return { job: sent.jobId, saw: `its copy in ${to} is of ${groupId}, not ${sent.route}` };
  },
};
