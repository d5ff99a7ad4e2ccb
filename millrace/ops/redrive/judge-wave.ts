import type { JobRecord } from '../../record/job-record.ts';
import { isForgotten } from '../../record/update-unclaimed.ts';
import type { DeadMessage } from './dead-message.ts';
import { editMessage } from './edit-message.ts';
import { judge, judgeRepeated } from './judge.ts';
import type { RedriveRun } from './redrive-run.ts';
import type { Judgement } from './verdict.ts';

export interface Judged {
  readonly message: DeadMessage;
  readonly record: JobRecord | undefined;
  readonly judgement: Judgement;
}

/** A verdict for each, from one consistent read of its record. */
export async function judgeWave(run: RedriveRun, messages: readonly DeadMessage[]): Promise<readonly Judged[]> {
  return await Promise.all(
    messages.map(async (message) => {
      const { onlyId } = run.request;
      if (onlyId !== undefined && message.id !== onlyId) {
        return { message, record: undefined, judgement: { verdict: 'other-job', course: 'skip' } as const };
      }
      const record = message.content && (await run.ports.records.get(message.content.id));
      return withEdit(run, { message, record, judgement: judgeNow(run, message, record) });
    }),
  );
}

export function judgeNow(run: RedriveRun, message: DeadMessage, record: JobRecord | undefined): Judgement {
  const { job, checked, notDone = false } = run.request;
  const sent = run.sent.get(message.id);
  const repeated = sent && judgeRepeated(message, record, sent);
  return repeated ?? judge(message, record, { replay: job.replay, checked, notDone }, run.ports.clock.now());
}

function withEdit(run: RedriveRun, judged: Judged): Judged {
  const { edit, job } = run.request;
  if (edit === undefined || judged.judgement.course !== 'redrive') return judged;
  const refused = (why: string): Judged => ({
    ...judged,
    judgement: { verdict: 'edit-refused', course: 'refuse', why },
  });
  const { message, record, judgement } = judged;
  const isWaiting = record !== undefined && !isForgotten(record, run.ports.clock.now()) && record.status !== 'DEAD';
  if (isWaiting && judgement.deathId !== undefined) {
    return refused(
      `its job is ${record.status}, not dead: another message of it may run as it is; wait until it has ended`,
    );
  }
  const edited = editMessage(job, message, edit);
  return edited.ok ? { ...judged, message: { ...message, edited: edited.delivery } } : refused(edited.why);
}
