import type { JobRecord } from '../../../millrace/record/job-record.ts';
import { messageItemKey } from '../../../millrace/record/message-item.ts';
import type { Ledger } from '../world/ledger.ts';
import type { Plan } from '../world/plan.ts';
import type { DeadLetterSeen, EndState, Finding, Invariant } from './invariant.ts';

/** Every dead job has its passport, and a copy in the dead-letter queue under its death; one, unless more were sent. */
export const deadInTheQueue: Invariant = {
  name: 'the dead are in the dead-letter queue',
  atEnd: (end) =>
    [...end.records.values()].flatMap((record) => (record.status === 'DEAD' ? findings(end, record) : [])),
};

function findings({ plan, deadLetters, ledger, faults, keptMessages }: EndState, record: JobRecord): Finding[] {
  const { id, reason, death_id: deathId, dead_partition: partition, dead_at: at } = record;
  if (!reason || !deathId || !partition || !at) return [{ job: id, saw: 'a death without its passport' }];
  const settled = ledger.runs.some(({ claim, id: ran }) => ran === id && claim?.settledAs === 'DEAD');
  if (settled && !ledger.forgotten.has(id) && !record.failures?.length)
    return [{ job: id, saw: 'it ran, and no failure is kept' }];
  const message = keptMessages.get(messageItemKey(id, deathId));
  if (message === undefined) return [{ job: id, saw: 'its message is not kept' }];
  const copies = deadLetters.filter((copy) => copy.deathId === deathId);
  // Where its parking failed, newer code could use the message when it came back, or the other content was forgotten
  // by then: the list of the dead keeps it.
  const mayBeOfUse = reason === 'newer-version' || (reason === 'other-content' && ledger.forgotten.size > 0);
  const isLeftOver = mayBeOfUse && !ledger.redrivenDeaths.has(deathId);
  if (copies.length === 0 && isLeftOver) return [];
  // Come back to code that can't read it, it died as a message: it is redriven under the job's death all the same.
  const isUnread = ({ body, deathId: own }: DeadLetterSeen) =>
    ledger.sent.get(body)?.jobId === id && own?.includes(':~');
  // Its parking failed until SQS moved it: under the same id, and without the marks of a death.
  const isMoved = ({ messageId, deathId: own }: DeadLetterSeen) => own === undefined && id.endsWith(`:~${messageId}`);
  if (copies.length === 0 && deadLetters.some((copy) => isUnread(copy) || isMoved(copy))) return [];
  if (copies.length === 0 && mayBeDropped(plan, ledger, { id, body: message.body })) return [];
  if (copies.length === 0) return [{ job: id, saw: `dead of ${reason}, and no copy under ${deathId}` }];
  const messages = [...ledger.sent.values()].reduce((sum, { jobId, times }) => sum + (jobId === id ? times : 0), 0);
  const wasTouched = copies.some(({ body }) => ledger.touched.has(ledger.sent.get(body)?.jobId ?? body));
  const isTouched = wasTouched || messages > 1 || (faults['delivered-twice'] ?? 0) > 0;
  if (copies.length > 1 && !isTouched)
    return [{ job: id, saw: `${copies.length} copies, and no fault made the second` }];
  return [];
}

/** After its retention SQS drops what could not be parked until then. */
function mayBeDropped(
  { settings, intensity }: Plan,
  { sent, acknowledged }: Ledger,
  dead: { readonly id: string; readonly body: string },
): boolean {
  if (settings.retentionSeconds === undefined || intensity === 0) return false;
  return [...sent.values()].some(
    ({ jobId, body, times }) => (jobId === dead.id || body === dead.body) && (!acknowledged.has(body) || times > 1),
  );
}
