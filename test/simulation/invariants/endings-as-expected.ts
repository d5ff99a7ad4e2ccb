import type { JobRecord } from '../../../millrace/record/job-record.ts';
import type { SentSeen } from '../world/sent-seen.ts';
import type { EndState, Finding, Invariant } from './invariant.ts';

/** Where no fault strikes, each job ends as its work alone decides, whatever its neighbours do to their hosts. */
export const endingsAsExpected: Invariant = {
  name: 'without faults each job ends as its work says',
  atEnd: (end) => {
    const { plan, ledger } = end;
    const { maxReceiveCount, retentionSeconds } = plan.settings;
    const isPlain = plan.intensity === 0 && maxReceiveCount === undefined && retentionSeconds === undefined;
    if (plan.forgetsAtMs.length > 0) return [];
    if (!isPlain || plan.cancels.length > 0 || plan.redrives.length > 0 || plan.redrivesAtTheEnd) return [];
    const contents = new Map<string, Set<string>>();
    for (const { jobId = '', validation, version } of ledger.sent.values()) {
      contents.set(jobId, (contents.get(jobId) ?? new Set()).add(`${version} ${validation}`));
    }
    const expiring = new Set([...ledger.sent.values()].flatMap(({ jobId, expires }) => (expires ? [jobId] : [])));
    return [...ledger.sent.values()].flatMap((sent) => {
      const wasUnsure = ledger.runs.some(({ id, wasUnsure: isUnsure }) => id === sent.jobId && isUnsure);
      if (wasUnsure || sent.jobId === undefined || expiring.has(sent.jobId) || contents.get(sent.jobId)?.size !== 1)
        return [];
      return findings(end, sent, end.records.get(sent.jobId));
    });
  },
};

function findings({ plan, ledger }: EndState, sent: SentSeen, record: JobRecord | undefined): Finding[] {
  const { maxAttempts } = plan.settings;
  const runs = ledger.runs.filter(({ id }) => id === sent.jobId);
  const threw = runs.filter(({ end }) => end === 'threw').length;
  const lost = runs.filter(({ claim }) => claim?.settledAs === undefined).length;
  const [status, reason, attempts] = [record?.status, record?.reason, record?.attempts ?? 0];
  const ended = `${status}${reason ? ` of ${reason}` : ''} after ${attempts} attempts and ${runs.length} runs`;
  const as = (holds: boolean): Finding[] => (holds ? [] : [{ job: sent.jobId ?? '', saw: `${sent.does}: ${ended}` }]);
  switch (sent.does) {
    case 'succeed':
    case 'slow':
    case 'not-yet':
    case 'take-steps':
    case 'act-at-most-once':
      return as(status === 'COMPLETED' && attempts === 1);
    case 'permanent':
      return as(status === 'DEAD' && reason === 'permanent-error' && attempts === 1);
    case 'throw':
    case 'fail-between-steps':
    case 'retry-later':
      if (status === 'COMPLETED') return as(attempts === threw + 1);
      return as(status === 'DEAD' && reason === 'attempts-spent' && threw === maxAttempts && attempts === maxAttempts);
    default:
      if (status === 'COMPLETED') return as(attempts <= Math.max(1, lost) && lost <= maxAttempts);
      return as(
        status === 'DEAD' && reason === 'killed-its-host' && attempts === maxAttempts && lost === maxAttempts + 1,
      );
  }
}
