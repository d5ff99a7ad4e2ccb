import { readEnvelope } from '../../message/envelope.ts';
import type { JobRecord } from '../../record/job-record.ts';
import { type DeadMessage, readDeadMessage } from './dead-message.ts';
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
        if (names(message, onlyId)) run.tally.foundUnder(message.id);
        return { message, record: undefined, judgement: { verdict: 'other-job', course: 'skip' } as const };
      }
      return judgeOne(run, message);
    }),
  );
}

/** What this code can't use tells its job by its envelope alone: enough to point at it, not to send it. */
function names({ delivery, content }: DeadMessage, id: string): boolean {
  if (content !== undefined) return content.id === id;
  const read = readEnvelope(delivery.body);
  return read.ok && read.envelope.id === id;
}

async function judgeOne(run: RedriveRun, found: DeadMessage): Promise<Judged> {
  const edited = withEdit(run, found);
  const message = edited.ok ? edited.message : found;
  const record = message.content && (await run.ports.records.get(message.content.id));
  const judgement = judgeNow(run, message, record);
  if (edited.ok || judgement.course !== 'redrive') return { message, record, judgement };
  return { message, record, judgement: { verdict: 'edit-refused', course: 'refuse', why: edited.why } };
}

export function judgeNow(run: RedriveRun, message: DeadMessage, record: JobRecord | undefined): Judgement {
  const { job, checked, notDone = false } = run.request;
  const sent = run.sent.get(message.id);
  const repeated = sent && judgeRepeated(message, record, sent);
  return repeated ?? judge(message, record, { replay: job.replay, checked, notDone }, run.ports.clock.now());
}

type WithEdit = { readonly ok: true; readonly message: DeadMessage } | { readonly ok: false; readonly why: string };

/** What this code could not use holds a job once it is edited: it is judged by that job's record. */
function withEdit({ request: { edit, job }, ports }: RedriveRun, message: DeadMessage): WithEdit {
  if (edit === undefined) return { ok: true, message };
  const answer = editMessage(job, message, edit);
  if (!answer.ok) return answer;
  const { delivery: edited, content } = answer;
  const { isExpired } = readDeadMessage(job, edited, ports.clock.now());
  return { ok: true, message: { ...message, content, isExpired, edited } };
}
