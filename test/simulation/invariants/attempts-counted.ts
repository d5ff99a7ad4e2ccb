import type { JobRecord } from '../../../millrace/record/job-record.ts';
import type { Invariant } from './invariant.ts';

/** Every change of a record's attempts is the one that the protocol knows, and no cycle has more than it may. */
export const attemptsCounted: Invariant = {
  name: 'attempts are counted as they were made',
  onWrite({ before, after, write }) {
    if (after.id.includes(':~')) return undefined;
    const expected = expectedAttempts(before, after, write.add?.attempts);
    if ((after.attempts ?? 0) !== expected) {
      return { job: after.id, saw: `${after.attempts} attempts where ${expected} were made: ${after.status}` };
    }
    return undefined;
  },
  atEnd: ({ ledger, plan, records }) =>
    [...records.values()].flatMap((record) => {
      const { id, attempts = 0 } = record;
      const most = Math.max(
        0,
        ...ledger.writes.filter(({ after }) => after.id === id).map(({ after }) => after.attempts ?? 0),
      );
      if (most > plan.settings.maxAttempts)
        return [{ job: id, saw: `${most} attempts, ${plan.settings.maxAttempts} are allowed` }];
      if (attempts < 0) return [{ job: id, saw: `${attempts} attempts` }];
      return [];
    }),
};

function expectedAttempts(before: JobRecord | undefined, after: JobRecord, added = 0): number {
  const attempts = before?.attempts ?? 0;
  if (after.status !== 'INPROGRESS') {
    const isReleased = before?.status === 'INPROGRESS' && after.status === 'FAILED' && added < 0;
    return isReleased ? attempts - 1 : attempts;
  }
  if (before?.status === 'DEAD') return 1;
  if (before?.status === 'INPROGRESS' && before.fence === after.fence) return attempts;
  if (before?.status === 'INPROGRESS') return attempts + (before.alone ? 1 : 0);
  return attempts + 1;
}
