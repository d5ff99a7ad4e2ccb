import { renewConfidential } from '../../record/confidential-data.ts';
import type { JobRecord } from '../../record/job-record.ts';
import { keepMessage } from '../../record/message-item.ts';
import { recordExpiration } from '../../record/record-expiration.ts';
import { unfinishedSteps } from '../../record/step-state.ts';
import { updateUnclaimed } from '../../record/update-unclaimed.ts';
import { cancelLapsed, dieUnclaimed, forgetSteps } from '../../record/writes/unclaimed.ts';
import { type Judged, judgeNow } from './judge-wave.ts';
import type { RedriveRun } from './redrive-run.ts';
import type { Judgement } from './verdict.ts';

/** What goes back under no death yet: its record is told of one, by a condition; refused, what stands there counts. */
export async function setDeath(run: RedriveRun, judged: Judged): Promise<Judged> {
  const { message, judgement } = judged;
  const { content } = message;
  if (judgement.deathId !== undefined || content === undefined) return judged;
  const nowMs = run.ports.clock.now();
  const deathId = run.ports.newId();
  const expiration = recordExpiration(run.request.job, nowMs);
  const { records } = run.ports;
  await Promise.all([
    keepMessage(records, { recordId: content.id, deathId, recordExpiration: expiration }, message.delivery),
    renewConfidential(records, run.request.job, content.id, nowMs),
  ]);
  const death = { deathId, reason: 'received-too-often', nowMs, expiration } as const;
  const answer = await updateUnclaimed(records, dieUnclaimed(content, death), nowMs);
  if (answer.written) return { message, record: answer.record, judgement: { ...judgement, deathId } };
  const record = answer.record && (await endWhereCancelled(run, answer.record, { nowMs, expiration }));
  const again = judgeNow(run, message, record);
  // It moved between our read and our write, and moves still: the next redrive sees.
  const isMoving = again.course === 'redrive' && again.deathId === undefined;
  return { message, record, judgement: isMoving ? UNDER_WAY : again };
}

const UNDER_WAY: Judgement = { verdict: 'under-way', course: 'skip' };

/** A cancellation was asked for while a run held the job, which did not end it so: nobody else will. */
async function endWhereCancelled(
  run: RedriveRun,
  record: JobRecord,
  at: { readonly nowMs: number; readonly expiration: number },
): Promise<JobRecord | undefined> {
  const isHeld = (record.in_progress_expiration ?? 0) >= at.nowMs;
  const isUnended = record.status === 'INPROGRESS' || record.status === 'FAILED' || record.status === 'ACCEPTED';
  if (isHeld || !isUnended || !record.cancel_requested) return record;
  return (await run.ports.records.update(cancelLapsed(record, at))).record;
}

/**
 * A person says that its unfinished effects did not happen: they are begun anew in the cycle to come. Under the very
 * death that is redriven, when no run writes steps any more.
 */
export async function forgetStarts(run: RedriveRun, judged: Judged): Promise<Judged> {
  const { record, judgement } = judged;
  const { course, deathId } = judgement;
  const starts = unfinishedSteps(record?.steps);
  if (!run.request.notDone || course !== 'redrive' || deathId === undefined) return judged;
  if (record === undefined || starts.length === 0) return judged;
  const steps = Object.fromEntries(Object.entries(record.steps ?? {}).filter(([name]) => !starts.includes(name)));
  const { written } = await run.ports.records.update(forgetSteps(record.id, deathId, steps));
  return written ? judged : { ...judged, judgement: UNDER_WAY };
}
