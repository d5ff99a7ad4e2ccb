import { confidentialKey, isOver } from '../../../millrace/record/confidential-data.ts';
import type { JobRecord, StoredConfidential } from '../../../millrace/record/job-record.ts';
import type { DataSeen } from '../world/ledger.ts';
import type { EndState, Finding, Invariant } from './invariant.ts';

const DAY_SECONDS = 86_400;
/** What two clocks may differ by, and what a request may take. */
const SLACK_SECONDS = 6;

/** Confidential data is written once, stands until its job is over, lives through each death, and is erased then. */
export const confidentialDataKept: Invariant = {
  name: 'confidential data stands until its job is over',
  onData(seen) {
    const saw = seen.after === undefined ? wronglyErased(seen) : wronglyPut(seen);
    return saw === undefined ? undefined : { job: seen.id, saw: `${seen.writer} ${saw}` };
  },
  onWrite({ after, atMs, before, confidential, writer }) {
    if (after.status !== 'DEAD' || before?.status === 'DEAD' || after.id.includes(':~')) return undefined;
    // What is past its own lifetime is none any more.
    if (confidential === undefined || confidential.expiration * 1000 < atMs) return undefined;
    const missing = after.expiration + DAY_SECONDS - confidential.expiration;
    if (missing <= SLACK_SECONDS) return undefined;
    return { job: after.id, saw: `${writer} let it die, and its data lives ${missing} s too short` };
  },
  atEnd: (end) => [...end.confidential].flatMap(([key, item]) => leftover(end, key, item)),
};

function wronglyErased({ before, record, atMs }: DataSeen): string | undefined {
  if (record === undefined) return 'erased it, and no record stands there';
  if (before !== undefined && before.written > record.expiration) return 'erased it for the job before it';
  if (isOver(record) || isForgotten(record, atMs)) return undefined;
  return `erased it while the record is ${record.status}`;
}

function wronglyPut({ before, after, record, atMs }: DataSeen): string | undefined {
  if (record !== undefined && isOver(record) && !isForgotten(record, atMs)) return `put it: ${record.status}`;
  const stood = before !== undefined && before.expiration * 1000 >= atMs;
  return stood && before.confidential !== after?.confidential ? 'put other data over it' : undefined;
}

function isForgotten({ expiration }: JobRecord, atMs: number): boolean {
  // By any clock.
  return expiration - SLACK_SECONDS < atMs / 1000;
}

/** Whoever acknowledges the last message of a job that is over has erased. */
function leftover({ records, ledger, deadLetters, plan }: EndState, key: string, item: StoredConfidential): Finding[] {
  const id = key.slice(0, -confidentialKey('').length);
  const record = records.get(id);
  if (record === undefined || !isOver(record) || item.written > record.expiration) return [];
  const bodies = new Set([...ledger.sent.values()].filter(({ jobId }) => jobId === id).map(({ body }) => body));
  const isInDeadLetters = deadLetters.some(({ body }) => bodies.has(body));
  const isAcknowledged = [...bodies].every((body) => ledger.acknowledged.has(body));
  const mayBeDropped = plan.settings.retentionSeconds !== undefined && plan.intensity > 0 && !isAcknowledged;
  const wasNeverReceived = ![...bodies].some((body) => ledger.acknowledged.has(body));
  if (isInDeadLetters || mayBeDropped || wasNeverReceived) return [];
  return [{ job: id, saw: `${record.status}, and its data stands there still` }];
}
