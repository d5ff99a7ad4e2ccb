import type { JobRecord } from '../../../millrace/record/job-record.ts';
import type { Invariant } from './invariant.ts';

/** A finished step is done no second time, and stays in the record until its job is completed. */
export const stepsKept: Invariant = {
  name: 'a finished step is kept',
  onStep({ run, step, found }) {
    if (!finished(found).includes(step)) return undefined;
    return { job: run.id, saw: `${run.writer} does ${step}, and the record says that it is done` };
  },
  onWrite({ before, after, writer }, { claims }) {
    if (after.status === 'COMPLETED') return undefined;
    const claim = before?.status === 'INPROGRESS' ? claims.get(before.fence ?? '') : undefined;
    const isSettled = claim?.writer === writer && claim.settledAs !== undefined;
    const did = isSettled ? (claim.run?.stepsDone ?? []) : [];
    const kept = finished(after);
    const lost = [...finished(before), ...did].find((step) => !kept.includes(step));
    return lost === undefined ? undefined : { job: after.id, saw: `${writer} lost that ${lost} is done` };
  },
};

function finished(record: JobRecord | undefined): readonly string[] {
  return Object.entries(record?.steps ?? {}).flatMap(([name, state]) => ('done' in state ? [name] : []));
}
