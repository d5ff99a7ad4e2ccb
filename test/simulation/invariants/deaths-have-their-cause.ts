import { CLOCK_SKEW_MS } from '../../../millrace/consumer/claim-job.ts';
import type { JobRecord } from '../../../millrace/record/job-record.ts';
import { unfinishedSteps } from '../../../millrace/record/step-state.ts';
import type { Ledger } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

/** A job dies only of what happened to it. */
export const deathsHaveTheirCause: Invariant = {
  name: 'a death has its cause',
  onWrite({ before, after, atMs, writer }, ledger) {
    if (after.status !== 'DEAD' || after.id.includes(':~')) return undefined;
    const isOpenEffect = after.reason === 'outcome-unknown' && unfinishedSteps(after.steps).length > 0;
    if (isOpenEffect && isPastExpiry(after.id, ledger, atMs)) return undefined;
    const why = whyNot(before, after, ledger);
    return why === undefined ? undefined : { job: after.id, saw: `dead of ${after.reason} by ${writer}, ${why}` };
  },
  onCopy({ to, deathId, sender }, { deaths, movedNatively }) {
    if (deaths.has(deathId)) return undefined;
    // What SQS moved and this code can't read is redriven under its own name: its death is written when it dies of that.
    const isUnread = to === 'the queue' && movedNatively.has(deathId.slice(deathId.indexOf('~') + 1));
    if (isUnread) return undefined;
    return { job: deathId, saw: `${sender} sent a copy to ${to} under a death that is not written` };
  },
  atEnd: ({ records, plan }) =>
    [...records.values()].flatMap(({ id, reason }) =>
      reason === 'waited-too-long' &&
      plan.settings.maxReceiveCount === undefined &&
      plan.settings.retentionSeconds === undefined
        ? [{ job: id, saw: 'dead of waited-too-long within hours' }]
        : [],
    ),
};

/** By any message of it, and by any clock. */
function isPastExpiry(id: string, { sent }: Ledger, atMs: number): boolean {
  return [...sent.values()].some(({ jobId, expiresAtMs }) => jobId === id && expiresAtMs < atMs + CLOCK_SKEW_MS);
}

function whyNot(before: JobRecord | undefined, after: JobRecord, ledger: Ledger): string | undefined {
  const claim = ledger.claims.get(before?.fence ?? '');
  const { maxAttempts } = ledger;
  const attempts = before?.attempts ?? 0;
  switch (after.reason) {
    case 'killed-its-host':
      if (before?.status !== 'INPROGRESS' || !before.alone) return 'and no lone run of it was lost';
      return attempts < maxAttempts ? `after ${attempts} attempts` : undefined;
    case 'attempts-spent':
      if (claim?.run?.end !== 'threw') return 'and its run did not fail';
      return attempts < maxAttempts ? `after ${attempts} attempts` : undefined;
    case 'permanent-error':
      return claim?.run?.end === 'threw' ? undefined : 'and its run did not fail';
    case 'outcome-unknown':
      if (claim?.run?.does !== 'act-at-most-once') return 'and nothing of it may be done once only';
      return attempts < maxAttempts && !claim.run.wasUnsure ? `after ${attempts} attempts` : undefined;
    case 'waited-too-long':
    case 'received-too-often':
      return undefined;
    default:
      return 'which nothing here makes';
  }
}
