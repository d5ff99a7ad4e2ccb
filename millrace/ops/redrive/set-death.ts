import { keepMessage } from '../../record/message-item.ts';
import { recordExpiration } from '../../record/record-expiration.ts';
import { dieUnclaimed } from '../../record/writes/unclaimed.ts';
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
  const answer = await run.ports.records.update(
    dieUnclaimed(content, {
      deathId,
      reason: 'received-too-often',
      nowMs,
      expiration,
    }),
  );
  if (answer.written) return { ...judgement, deathId };
  const again = judgeNow(run, message, answer.record);
  // It moved between our read and our write, and moves still: the next redrive sees.
  return again.course === 'redrive' && again.deathId === undefined ? { verdict: 'under-way', course: 'skip' } : again;
}
