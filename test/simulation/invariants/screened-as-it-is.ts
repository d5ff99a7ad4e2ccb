import type { CopySeen } from '../world/copy-seen.ts';
import type { Ledger } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

/** What is wrong with a message that holds no job. */
const OF_GARBAGE = new Set(['unparseable', 'not-a-job', 'unknown-type', 'invalid-payload', 'no-key']);

/** A message lies in the dead-letter queue for what is wrong with it, and no other reason. */
export const screenedAsItIs: Invariant = {
  name: 'a message is parked for what it is',
  onCopy(copy, ledger) {
    const { reason, sent, to } = copy;
    if (to !== 'the dead-letter queue' || reason === undefined || sent === undefined) return undefined;
    if (isRight(copy, reason, ledger)) return undefined;
    return { job: sent.jobId ?? sent.body.slice(0, 60), saw: `parked as ${reason}` };
  },
};

function isRight({ sent }: CopySeen, reason: string, ledger: Ledger): boolean {
  if (sent === undefined) return true;
  if (reason === 'newer-version') return sent.version > 1 || sent.wrong?.isOfNewest === true;
  if (sent.wrong !== undefined) return reason === sent.wrong.reason;
  if (OF_GARBAGE.has(reason)) return false;
  if (reason !== 'other-content') return true;
  return [...ledger.sent.values()].some(
    ({ jobId, validation, version, edited }) =>
      jobId === sent.jobId && validation !== sent.validation && (version === sent.version || edited || sent.edited),
  );
}
