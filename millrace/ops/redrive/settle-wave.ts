import { messageRecordId } from '../../definition/job-id.ts';
import { eraseConfidential, isOver } from '../../record/confidential-data.ts';
import { close } from '../../record/writes/unclaimed.ts';
import type { DeadMessage } from './dead-message.ts';
import { deleteMessages } from './delete-messages.ts';
import type { Judged } from './judge-wave.ts';
import type { RedriveRun } from './redrive-run.ts';
import { sendCopies, type ToSend } from './send-copies.ts';
import { forgetStarts, setDeath } from './set-death.ts';
import type { Verdict } from './verdict.ts';

/** Does what the verdicts say: sends, then deletes only what was confirmed. */
export async function settleWave(run: RedriveRun, wave: readonly Judged[]): Promise<void> {
  if (run.request.dryRun) return pretend(run, wave);
  const settled = await Promise.all(wave.map((judged) => withDeath(run, judged)));
  const toSend: (ToSend & { readonly verdict: Verdict })[] = [];
  const toDiscard: Judged[] = [];
  for (const judged of settled) {
    if (judged === undefined) continue;
    const { message, judgement } = judged;
    const { verdict, course, deathId, why } = judgement;
    if (course === 'redrive' && deathId !== undefined) toSend.push({ message, verdict, deathId });
    else if (course === 'discard') toDiscard.push(judged);
    else if (why !== undefined) run.tally.fail(verdict, { id: message.id, why });
    else run.tally.count(verdict, course);
  }
  await redrive(run, toSend);
  await discard(run, toDiscard);
}

/** Undefined where it can't be sent: its death could not be written, or it stands behind one of its group that stays. */
async function withDeath(run: RedriveRun, judged: Judged): Promise<Judged | undefined> {
  const { message, judgement } = judged;
  if (judgement.course !== 'redrive') return judged;
  const before = run.stoppedGroups.get(message.delivery.groupId);
  if (before !== undefined) {
    const why = `${before}, before it in its group, was not sent`;
    run.tally.fail(judgement.verdict, { id: message.id, why });
    return undefined;
  }
  try {
    return await forgetStarts(run, await setDeath(run, judged));
  } catch (error) {
    notSent(run, message, judgement.verdict, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Its own failure, which keeps none from being sent but those behind it in an ordered group. */
function notSent(run: RedriveRun, { id, delivery }: DeadMessage, verdict: Verdict, why: string): void {
  run.tally.fail(verdict, { id, why });
  if (run.request.job.orderedBy !== undefined) run.stoppedGroups.set(delivery.groupId, id);
}

function pretend(run: RedriveRun, wave: readonly Judged[]): void {
  for (const { message, judgement } of wave) {
    const { verdict, course, deathId, why } = judgement;
    if (why === undefined) run.tally.count(verdict, course);
    else run.tally.fail(verdict, { id: message.id, why });
    if (course === 'redrive' && deathId) run.sent.set(message.id, { deathId, content: message.content });
  }
}

async function redrive(run: RedriveRun, toSend: readonly (ToSend & { readonly verdict: Verdict })[]): Promise<void> {
  const errors = await sendCopies(run, toSend);
  const confirmed = toSend.filter((_, index) => errors[index] === undefined);
  for (const [index, { message, verdict }] of toSend.entries()) {
    const error = errors[index];
    if (error) notSent(run, message, verdict, error.message);
    else run.tally.count(verdict, 'redrive');
  }
  for (const { message, deathId } of confirmed) run.sent.set(message.id, { deathId, content: message.content });
  const messages = confirmed.map(({ message }) => message);
  for (const { id } of await deleteMessages(run, messages)) run.tally.possibleDouble(id);
  await closeMessageDeaths(run, confirmed);
}

/** One that died as a message and went back under its job's death: its own death has no message left. */
async function closeMessageDeaths({ ports, request }: RedriveRun, sent: readonly ToSend[]): Promise<void> {
  const nowMs = ports.clock.now();
  const over = sent.flatMap(({ message, deathId }) => {
    const own = messageDeathOf(request.job.type, message);
    return own === undefined || own === deathId ? [] : [close(own, { nowMs })];
  });
  await Promise.all(over.map((write) => ports.records.update(write)));
}

/** What SQS moved may have died as a message before: its death was written, and its copy never came. */
function messageDeathOf(type: string, { isMessageDeath, isNative, id, delivery }: DeadMessage): string | undefined {
  if (isMessageDeath) return id;
  return isNative ? messageRecordId(type, delivery.messageId) : undefined;
}

async function discard(run: RedriveRun, judged: readonly Judged[]): Promise<void> {
  const toDiscard = await whereErased(run, judged);
  const messages = toDiscard.map(({ message }) => message);
  const left = await deleteMessages(run, messages);
  for (const { message, judgement } of toDiscard) {
    if (left.has(message)) run.tally.fail(judgement.verdict, { id: message.id, why: 'SQS did not delete it' });
    else run.tally.count(judgement.verdict, 'discard');
  }
}

/** Of a job that is over, SQS may have moved the very message whose return was to erase its confidential data. */
async function whereErased(run: RedriveRun, judged: readonly Judged[]): Promise<readonly Judged[]> {
  const erased = await Promise.all(
    judged.map(async (one) => {
      try {
        if (one.record && isOver(one.record)) await eraseConfidential(run.ports.records, run.request.job, one.record);
        return [one];
      } catch (error) {
        const why = `its confidential data was not erased: ${error instanceof Error ? error.message : String(error)}`;
        run.tally.fail(one.judgement.verdict, { id: one.message.id, why });
        return [];
      }
    }),
  );
  return erased.flat();
}
