import type { JobRecord } from '../../record/job-record.ts';
import { keepMessage } from '../../record/message-item.ts';
import { recordExpiration } from '../../record/record-expiration.ts';
import { unfinishedSteps } from '../../record/step-state.ts';
import { updateUnclaimed } from '../../record/update-unclaimed.ts';
import { cancelLapsed, dieUnclaimed, forgetSteps } from '../../record/writes/unclaimed.ts';
import { type Judged, judgeNow } from './judge-wave.ts';
import type { RedriveRun } from './redrive-run.ts';
import type { Judgement } from './verdict.ts';

/** One that SQS moved here has no death yet: its record is told of one, by a condition; refused, what stands there counts. */
export async function setDeath(run: RedriveRun, { message, judgement }: Judged): Promise<Judgement> {
  const { content } = message;
  if (judgement.deathId !== undefined || content === undefined) return judgement;
  const nowMs = run.ports.clock.now();
  const deathId = run.ports.newId();
  const expiration = recordExpiration(run.request.job, nowMs);
  await keepMessage(
    run.ports.records,
    { recordId: content.id, deathId, recordExpiration: expiration },
    message.delivery,
  );
  const death = { deathId, reason: 'received-too-often', nowMs, expiration } as const;
  const answer = await updateUnclaimed(run.ports.records, dieUnclaimed(content, death), nowMs);
  if (answer.written) return { ...judgement, deathId };
  const record = answer.record && (await endWhereCancelled(run, answer.record, { nowMs, expiration }));
  const again = judgeNow(run, message, record);
  // It moved between our read and our write, and moves still: the next redrive sees.
  return again.course === 'redrive' && again.deathId === undefined ? { verdict: 'under-way', course: 'skip' } : again;
}

/** A cancellation was asked for while a run held the job, and that run never ended: nobody else will end it. */
async function endWhereCancelled(
  run: RedriveRun,
  record: JobRecord,
  at: { readonly nowMs: number; readonly expiration: number },
): Promise<JobRecord | undefined> {
  const isLapsed = record.status === 'INPROGRESS' && (record.in_progress_expiration ?? 0) < at.nowMs;
  if (!isLapsed || !record.cancel_requested) return record;
  return (await run.ports.records.update(cancelLapsed(record, at))).record;
}

/** A person says that its unfinished effects did not happen: they are begun anew in the cycle to come. */
export async function forgetStarts(run: RedriveRun, record: JobRecord | undefined, deathId: string): Promise<void> {
  const starts = unfinishedSteps(record?.steps);
  if (record === undefined || starts.length === 0) return;
  const steps = Object.fromEntries(Object.entries(record.steps ?? {}).filter(([name]) => !starts.includes(name)));
  await run.ports.records.update(forgetSteps(record.id, deathId, steps));
}
