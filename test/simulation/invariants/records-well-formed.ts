import type { Attribute } from '../../../millrace/record/condition.ts';
import type { JobRecord, JobStatus } from '../../../millrace/record/job-record.ts';
import type { Invariant } from './invariant.ts';

const CLAIM: readonly Attribute[] = ['in_progress_expiration', 'alone'];
const DEATH: readonly Attribute[] = ['death_id', 'reason', 'dead_partition', 'dead_at'];
const CONTENT: readonly Attribute[] = ['version', 'validation'];

/** What a record of each status holds, and what it no longer does. */
const SHAPES: Readonly<
  Record<JobStatus, { readonly has: readonly Attribute[]; readonly hasNot: readonly Attribute[] }>
> = {
  ACCEPTED: {
    has: [...CONTENT, 'accepted_at'],
    hasNot: [...CLAIM, ...DEATH, 'fence', 'attempts', 'failures', 'cycle', 'steps', 'due_at', 'ended_at', 'data'],
  },
  INPROGRESS: {
    has: [...CONTENT, 'fence', 'attempts', 'in_progress_expiration', 'started_at'],
    hasNot: [...DEATH, 'due_at', 'ended_at', 'data'],
  },
  FAILED: {
    has: [...CONTENT, 'fence', 'attempts', 'due_at'],
    hasNot: [...CLAIM, ...DEATH, 'ended_at', 'data', 'cancel_requested'],
  },
  COMPLETED: {
    has: [...CONTENT, 'fence', 'attempts', 'ended_at'],
    hasNot: [...CLAIM, ...DEATH, 'due_at', 'steps', 'cancel_requested'],
  },
  DEAD: { has: [...DEATH, 'ended_at'], hasNot: [...CLAIM, 'due_at', 'data', 'cancel_requested'] },
  CANCELLED: { has: ['ended_at'], hasNot: [...CLAIM, ...DEATH, 'due_at', 'data', 'cancel_requested'] },
  EXPIRED: { has: [...CONTENT, 'ended_at'], hasNot: [...CLAIM, ...DEATH, 'due_at', 'data'] },
  CLOSED: { has: ['ended_at', 'death_id', 'reason'], hasNot: ['dead_partition', 'dead_at'] },
};

/** A write may arrive that long after its lifetime was counted: its sender froze, or it was under way. */
const LATEST_SECONDS = 180;

/** Nothing of an earlier state is left in a record, and it lives on from its last write. */
export const recordsWellFormed: Invariant = {
  name: 'a record is what its status says',
  onWrite({ before, after, write }) {
    const wrong = wrongWith(after);
    if (wrong !== undefined) return { job: after.id, saw: `${after.status} ${wrong}` };
    if (after.alone && !before?.in_progress_expiration)
      return { job: after.id, saw: 'claimed alone, and nothing had lapsed' };
    const isRenewed = write.set.status === undefined || after.status === 'CLOSED' || write.set.expiration !== undefined;
    return isRenewed ? undefined : { job: after.id, saw: `${after.status} without a lifetime of its own` };
  },
  atEnd: ({ plan, ledger, records }) =>
    [...records.values()].flatMap(({ id, status, expiration }) => {
      if (ledger.forgotten.has(id)) return [];
      const last = ledger.writes.findLast(({ after, write }) => after.id === id && write.set.status !== undefined);
      if (last === undefined || status === 'CLOSED') return [];
      const least = last.atMs / 1000 + plan.jobs.newest.timing.recordLifetimeSeconds - LATEST_SECONDS;
      return expiration >= least ? [] : [{ job: id, saw: `${status} is forgotten ${least - expiration} s too early` }];
    }),
};

function wrongWith(record: JobRecord): string | undefined {
  const { has, hasNot } = SHAPES[record.status];
  const isMessage = record.id.includes(':~');
  const missing = ['type', ...has].find((name) => !isIn(record, name));
  if (missing !== undefined) return `without ${missing}`;
  const lacksContent = record.status === 'DEAD' && !isMessage && !CONTENT.every((name) => isIn(record, name));
  if (lacksContent) return 'without its content';
  const left = hasNot.find((name) => isIn(record, name));
  return left === undefined ? undefined : `with ${left}`;
}

function isIn(record: JobRecord, name: string): boolean {
  return name in record && record[name as Attribute] !== undefined; // asked for by name: it need not be one
}
