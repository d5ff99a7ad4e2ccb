import type { Attribute } from '../../../millrace/record/condition.ts';
import type { Invariant } from './invariant.ts';

const OF_A_LIFE: readonly Attribute[] = ['cycle', 'steps', 'failures', 'edited', 'cancel_requested', 'data', 'due_at'];

/** A record past its lifetime counts as absent, though it is still there. */
export const livesApart: Invariant = {
  name: 'nothing of an earlier life is left',
  onWrite({ forgotten, after, write, writer }) {
    if (forgotten === undefined) return undefined;
    const left = OF_A_LIFE.find((name) => after[name] !== undefined && write.set[name] === undefined);
    if (left !== undefined) return { job: after.id, saw: `${writer} left its ${left}` };
    const attempts = after.attempts ?? 0;
    return attempts > 1 ? { job: after.id, saw: `${writer} began it with ${attempts} attempts` } : undefined;
  },
};
