import type { JobRecord } from '../../../millrace/record/job-record.ts';
import type { SentSeen } from '../world/sent-seen.ts';
import type { EndState, Finding, Invariant } from './invariant.ts';

/** Each message that a producer was told is sent has ended: its job is over, or it lies in the dead-letter queue. */
export const noJobLost: Invariant = {
  name: 'no accepted job is lost',
  atEnd: (end) =>
    [...end.ledger.sent.values()].flatMap((sent) => {
      if (!sent.accepted) return [];
      const lost = whyLost(end, sent, end.records.get(sent.jobId ?? ''));
      return lost === undefined ? [] : [lost];
    }),
};

function whyLost(
  { deadLetters, ledger, plan }: EndState,
  sent: SentSeen,
  record: JobRecord | undefined,
): Finding | undefined {
  if (deadLetters.some(({ body }) => body === sent.body || isTwin(ledger.sent.get(body), sent))) return undefined;
  const isShort = plan.settings.retentionSeconds !== undefined && plan.intensity > 0;
  // It may have run anew, with another content.
  if (ledger.forgotten.has(sent.jobId ?? '')) return undefined;
  // SQS drops what is left after its retention, whoever it fails to reach until then.
  if (isShort && !ledger.acknowledged.has(sent.body)) return undefined;
  const job = sent.jobId ?? sent.body.slice(0, 60);
  const lost = { job, saw: `the record is ${record?.status}, and no copy of it is left` };
  if (record === undefined) return lost;
  // Whatever its content was: an operator gave it another.
  const isOfEdit = [...ledger.sent.values()].some(
    ({ edited, jobId, validation }) => edited && jobId === record.id && validation === record.validation,
  );
  const isEdited = record.edited === true || isOfEdit;
  if (isEdited && record.status !== 'DEAD') return undefined;
  // Another payload under its key: the message itself has to be in the dead-letter queue.
  if (!isEdited && record.version === sent.version && record.validation !== sent.validation) return lost;
  if (record.status === 'COMPLETED') return undefined;
  if (record.status === 'CANCELLED' && ledger.cancelAsked.has(record.id)) return undefined;
  const mayExpire = [...ledger.sent.values()].some(({ jobId, expires }) => expires && jobId === sent.jobId);
  if (record.status === 'EXPIRED' && mayExpire) return undefined;
  // Any copy of the job will do: its messages say the same.
  const isCopy = ({ body }: { readonly body: string }) => {
    const other = ledger.sent.get(body);
    const isSame = other?.version !== sent.version || other.validation === sent.validation || other.edited;
    return other?.jobId === sent.jobId && isSame;
  };
  return deadLetters.some(isCopy) ? undefined : lost;
}

/** On a FIFO queue the same payload, sent again soon, is the message that was sent first. */
function isTwin(one: SentSeen | undefined, other: SentSeen): boolean {
  if (one?.jobId === undefined || one.jobId !== other.jobId) return false;
  return one.version === other.version && one.validation === other.validation;
}
