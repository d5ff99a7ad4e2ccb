import { unfinishedSteps } from '../../../millrace/record/step-state.ts';
import type { SentSeen } from '../world/sent-seen.ts';
import type { Invariant } from './invariant.ts';

/** Half of what two clocks may differ by: the true time is between them. */
const SKEW_MS = 2_500;

/** A job expires once a message of it is past its expiry, and none is run for a message that was long before. */
export const expiryKept: Invariant = {
  name: 'a job expires when it is told to',
  onWrite({ before, after, atMs, writer }, { sent }) {
    if (after.status !== 'EXPIRED' || before?.status === 'EXPIRED') return undefined;
    const [effect] = unfinishedSteps(after.steps);
    if (effect !== undefined) return { job: after.id, saw: `${writer} dropped it, and ${effect} may have happened` };
    const first = Math.min(...messagesOf(after.id, sent).map(({ expiresAtMs }) => expiresAtMs));
    return first < atMs + SKEW_MS ? undefined : { job: after.id, saw: `${writer} dropped it before its expiry` };
  },
  onRun({ id, claim, writer }, { sent, functionTimeoutSeconds }) {
    if (claim === undefined) return undefined;
    const last = Math.max(...messagesOf(id, sent).map(({ expiresAtMs }) => expiresAtMs));
    // It was looked at when its invocation had begun.
    const beganMs = claim.deadlineMs - functionTimeoutSeconds * 1000;
    return last + SKEW_MS > beganMs ? undefined : { job: id, saw: `${writer} runs it after its expiry` };
  },
};

function messagesOf(id: string, sent: ReadonlyMap<string, SentSeen>): readonly SentSeen[] {
  return [...sent.values()].filter(({ jobId }) => jobId === id);
}
