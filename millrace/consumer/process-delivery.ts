import { DEADLINE_MARGIN_SECONDS } from '../definition/timing.ts';
import { deathIdOf, isEdited } from '../message/dead-letter-copy.ts';
import type { Delivery } from '../message/delivery.ts';
import type { JobRecord } from '../record/job-record.ts';
import { close } from '../record/writes/unclaimed.ts';
import { claimJob, claimSuspect, type DeliveredJob, failuresWithLostRun } from './claim-job.ts';
import { defer } from './defer.ts';
import { deferMessage } from './defer-message.ts';
import { endAsCancelled, endAsDead, endAsExpired } from './end-unclaimed.ts';
import { follow } from './follow-found.ts';
import { runGuarded } from './guarded-run.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { messageDeathOf, parkMessage } from './parking.ts';
import { type ScreenedJob, screen } from './screen.ts';

/** A job whose last run began and never ended; it is run again with no neighbours. */
export interface Suspect {
  readonly delivered: DeliveredJob;
  readonly lapsed: JobRecord;
}

export type Processed =
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'suspect'; readonly suspect: Suspect };

/** One delivery: screened without touching its record, then claimed, run and settled. */
export async function processDelivery(invocation: Invocation, delivery: Delivery): Promise<Processed> {
  const screening = screen(invocation.job, delivery, invocation.ports.clock.now());
  const delivered = (job: ScreenedJob) => deliveredJob(delivery, job);
  if ('job' in screening) await closeMessageDeath(invocation, delivery);
  switch (screening.kind) {
    case 'unusable':
      return done(await parkMessage(invocation, delivery, screening.reason, screening.issues));
    case 'newer':
      return done(await deferMessage(invocation, delivery, 'newer-version'));
    case 'expired':
      return done(await endAsExpired(invocation, delivered(screening.job)));
    case 'waited-too-long':
      return done(await endAsDead(invocation, delivered(screening.job), { reason: 'waited-too-long' }));
    case 'ready':
      return runReady(invocation, delivered(screening.job));
  }
}

/** The end of a message that may wait no longer, and whose turn has not come. */
export async function endUnrun(invocation: Invocation, delivery: Delivery): Promise<Outcome> {
  const screening = screen(invocation.job, delivery, invocation.ports.clock.now());
  if ('job' in screening) {
    await closeMessageDeath(invocation, delivery);
    return endAsDead(invocation, deliveredJob(delivery, screening.job), { reason: 'waited-too-long' });
  }
  if (screening.kind === 'newer') return parkMessage(invocation, delivery, 'newer-version');
  return parkMessage(invocation, delivery, screening.reason, screening.issues);
}

function deliveredJob(delivery: Delivery, job: ScreenedJob): DeliveredJob {
  return { delivery, job, deathId: deathIdOf(delivery), isEdited: isEdited(delivery) };
}

/** A suspect's second chance, alone. Has it spent its attempts so, the job is what kills its hosts. */
export async function processSuspect(invocation: Invocation, { delivered, lapsed }: Suspect): Promise<Outcome> {
  if (!hasTimeForRun(invocation)) return defer(invocation, delivered, 'handed-back');
  if (lapsed.cancel_requested) return endAsCancelled(invocation, delivered, lapsed);
  if (lapsed.alone && (lapsed.attempts ?? 0) >= invocation.job.maxAttempts) {
    const failures = failuresWithLostRun(invocation, lapsed);
    return endAsDead(invocation, delivered, { reason: 'killed-its-host', failures, lapsed });
  }
  const answer = await runGuarded(invocation, delivered, () => claimSuspect(invocation, delivered, lapsed));
  if (answer.kind === 'ran') return answer.outcome;
  if (answer.kind === 'unanswered') return defer(invocation, delivered, 'no-claim', answer.error);
  return follow(invocation, delivered, answer.found, answer.record);
}

export function hasTimeForRun(invocation: Invocation): boolean {
  const neededSeconds = invocation.job.timeoutSeconds + DEADLINE_MARGIN_SECONDS;
  return invocation.ports.clock.now() + neededSeconds * 1000 <= invocation.deadlineMs;
}

async function runReady(invocation: Invocation, delivered: DeliveredJob): Promise<Processed> {
  if (!hasTimeForRun(invocation)) return done(await defer(invocation, delivered, 'too-little-time'));
  const turn = invocation.gate && (await invocation.gate.ask(delivered.delivery));
  if (turn?.kind === 'wait') {
    return done(await defer(invocation, delivered, turn.reason, turn.error, turn.askedSeconds));
  }
  const answer = await runGuarded(invocation, delivered, () => claimJob(invocation, delivered));
  if (answer.kind === 'ran') return done(answer.outcome);
  if (answer.kind === 'unanswered') return done(await defer(invocation, delivered, 'no-claim', answer.error));
  if (answer.found === 'lapsed') return { kind: 'suspect', suspect: { delivered, lapsed: answer.record } };
  return done(await follow(invocation, delivered, answer.found, answer.record));
}

/** A message that died without a usable job and now holds one leaves the list of the dead. */
async function closeMessageDeath(invocation: Invocation, delivery: Delivery): Promise<void> {
  const deathId = messageDeathOf(invocation.job.type, delivery);
  if (deathId === undefined) return;
  await invocation.ports.records.update(close(deathId, { nowMs: invocation.ports.clock.now() }));
}

function done(outcome: Outcome): Processed {
  return { kind: 'done', outcome };
}
