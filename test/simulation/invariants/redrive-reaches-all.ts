import type { JobRecord } from '../../../millrace/record/job-record.ts';
import type { LastRedrive } from '../world/redrive-seen.ts';
import type { SentSeen } from '../world/sent-seen.ts';
import type { EndState, Invariant } from './invariant.ts';

const ENDED = new Set(['COMPLETED', 'CANCELLED', 'EXPIRED']);

/** A redrive in calm, by somebody who has checked, sends a copy of each job that may run again. */
export const redriveReachesAll: Invariant = {
  name: 'a redrive takes all that may run again',
  atEnd({ ledger }: EndState) {
    const { lastRedrive, sent, redrives } = ledger;
    const redrive = redrives.get('operator');
    if (lastRedrive === undefined || redrive === undefined || ledger.reports.at(-1)?.endedEarly) return [];
    return lastRedrive.letters.flatMap(({ body, deathId }) => {
      const original = sent.get(body);
      const id = original?.jobId ?? deathId ?? '';
      const isSent = redrive.sent.has(id) || redrive.sent.has(deathId ?? id);
      const may = mayRunAgain(original, deathId, lastRedrive.records.get(original?.jobId ?? ''), lastRedrive);
      return isSent || !may ? [] : [{ job: id, saw: `left in the dead-letter queue under ${deathId}` }];
    });
  },
};

function mayRunAgain(
  sent: SentSeen | undefined,
  deathId: string | undefined,
  record: JobRecord | undefined,
  { atMs: nowMs, endedMs }: LastRedrive,
): boolean {
  // What expired meanwhile may have been looked at after that.
  if (sent === undefined || sent.expiresAtMs <= endedMs) return false;
  const isMessageDeath = deathId?.includes(':~') === true;
  if (record === undefined || record.expiration * 1000 <= nowMs) return isMessageDeath;
  if (ENDED.has(record.status)) return false;
  const isCompared = record.version === sent.version || record.edited;
  const isOther = isCompared && record.validation !== sent.validation && !(sent.edited && record.death_id === deathId);
  return !isOther;
}
