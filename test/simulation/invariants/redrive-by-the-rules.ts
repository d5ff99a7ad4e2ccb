import type { RedriveReport } from '../../../millrace/ops/redrive/redrive-report.ts';
import type { JobRecord } from '../../../millrace/record/job-record.ts';
import type { CopySeen } from '../world/copy-seen.ts';
import type { Ledger } from '../world/ledger.ts';
import type { RedriveSeen } from '../world/redrive-seen.ts';
import type { SentSeen } from '../world/sent-seen.ts';
import type { Invariant } from './invariant.ts';

const ENDED = new Set(['COMPLETED', 'CANCELLED', 'EXPIRED']);
/** How a redrive may end early: by a call that failed for good, or by what it says of the queue itself. */
const REASON_TO_END =
  /: (throttled|failed|answer lost|no answer)$|^(SQS gives only|as many messages|others stand|it may stand)/;

/** An operator's program sends what it was asked for and what the job's rule allows, and reports what it did. */
export const redriveByTheRules: Invariant = {
  name: 'a redrive keeps to its rules',
  onCopy(copy, ledger) {
    if (copy.redrive === undefined || copy.to !== 'the queue') return undefined;
    const saw = whyNotSent(copy, copy.redrive, ledger);
    return saw === undefined ? undefined : { job: copy.sent?.jobId ?? copy.deathId, saw: `${copy.sender} sent ${saw}` };
  },
  onReport(report, redrive) {
    const { message = undefined } = report.endedEarly?.by === 'error' ? report.endedEarly : {};
    if (message !== undefined && !REASON_TO_END.test(message)) return { job: 'the redrive', saw: message };
    const saw = redrive && redrive.host.hits === 0 ? misreported(report, redrive) : undefined;
    return saw === undefined ? undefined : { job: 'the redrive', saw };
  },
};

function whyNotSent(copy: CopySeen, redrive: RedriveSeen, ledger: Ledger): string | undefined {
  const { asked, onlyId } = redrive;
  const { sent, deathId, isEdited, atMs, receivedAtMs, told: record } = copy;
  if (asked.dryRun) return 'a copy, and was to try only';
  if (onlyId !== undefined && sent?.jobId !== onlyId && deathId !== onlyId) return `what is not ${onlyId}`;
  if (asked.edits !== isEdited && asked.edits) return 'an old payload in place of the edited';
  const isMessageDeath = deathId.includes(':~');
  const mustCheck = ledger.settings.replay === 'check-first' && !asked.checked;
  if (mustCheck && !isMessageDeath) return 'what is to be checked first';
  // Old code can't read what newer code wrote.
  const isReadable = !isEdited && sent !== undefined && !(asked.byOldCode && sent.version > 1);
  if (isReadable && sent.expiresAtMs < receivedAtMs) return 'what is past its expiry';
  const isForgotten = record !== undefined && record.expiration * 1000 <= atMs;
  if (record === undefined || isForgotten) return undefined;
  if (ENDED.has(record.status)) return `a job that is ${record.status}`;
  if (record.status === 'INPROGRESS' && (record.in_progress_expiration ?? 0) > atMs) return 'a job that runs';
  return isEdited || sent === undefined ? undefined : otherContent(sent, record, asked.checked);
}

function otherContent(sent: SentSeen, record: JobRecord, isChecked: boolean): string | undefined {
  // A job that was cancelled before it was sent has none.
  if (record.validation === undefined || record.validation === sent.validation) return undefined;
  if (record.version === sent.version || record.edited) return 'other content';
  return isChecked ? undefined : 'another version, and nobody checked it';
}

function misreported(report: RedriveReport, redrive: RedriveSeen): string | undefined {
  const { asked, copies, deletes, writes, received } = redrive;
  const { verdicts } = report;
  if (asked.dryRun) return copies + deletes + writes > 0 ? 'a dry run changed something' : undefined;
  if (report.redriven !== copies) return `${report.redriven} redriven, ${copies} sent`;
  if (report.discarded !== deletes - copies) return `${report.discarded} discarded, ${deletes - copies} deleted unsent`;
  if (report.received !== received.size) return `${report.received} looked at, ${received.size} received`;
  if (asked.limit !== undefined && report.redriven > asked.limit) return `${report.redriven} of at most ${asked.limit}`;
  const { safe = 0, 'check-first': toCheck = 0, 'never-ran': neverRan = 0 } = verdicts;
  const { 'other-version': otherVersion = 0, 'unknown-effects': unknownEffects = 0 } = verdicts;
  if (asked.checked && otherVersion + unknownEffects > 0) return 'refused what was checked';
  const good = safe + neverRan + (asked.checked ? toCheck : 0);
  const done = report.redriven + report.failed;
  return good > done ? `${good} might go, ${done} were tried` : undefined;
}
