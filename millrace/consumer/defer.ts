import type { Delivery } from '../message/delivery.ts';
import type { DeliveredJob } from './claim-job.ts';
import { dieUnclaimed } from './end-unclaimed.ts';
import { deferralSeconds, planHide } from './hiding.ts';
import type { Invocation } from './invocation.ts';
import type { DeferralReason, Outcome } from './outcome.ts';
import { parkMessage } from './parking.ts';

/** Hides a job that is not to run now, at no cost to its attempts; once it has waited too long it dies of that. */
export async function defer(
  invocation: Invocation,
  delivered: DeliveredJob,
  reason: DeferralReason,
  error?: unknown,
): Promise<Outcome> {
  const { delivery } = delivered;
  const hiding = plan(invocation, delivery, reason);
  if (hiding.kind === 'waited-too-long') {
    return dieUnclaimed(invocation, delivered, { reason: 'waited-too-long', failures: [] });
  }
  await invocation.hide(delivery, hiding.seconds);
  const jobId = delivered.job.content.id;
  return { name: 'deferred', acknowledged: false, jobId, reason, hiddenSeconds: hiding.seconds, error };
}

/** The same for a message that this code can't read yet: its waiting over, it is parked as a message. */
export async function deferMessage(
  invocation: Invocation,
  delivery: Delivery,
  reason: 'newer-version',
): Promise<Outcome> {
  const hiding = plan(invocation, delivery, reason);
  if (hiding.kind === 'waited-too-long') return parkMessage(invocation, delivery, reason);
  await invocation.hide(delivery, hiding.seconds);
  return { name: 'deferred', acknowledged: false, reason, hiddenSeconds: hiding.seconds };
}

/** Hands a message back unread, for want of time; one that has no wait left stays under its lease. */
export async function handBack(invocation: Invocation, delivery: Delivery): Promise<Outcome> {
  const hiding = plan(invocation, delivery, 'handed-back');
  if (hiding.kind === 'hide') await invocation.hide(delivery, hiding.seconds);
  return { name: 'deferred', acknowledged: false, reason: 'handed-back' };
}

/** What got no turn comes back at once: the next invocation does at least one more. */
function plan(invocation: Invocation, delivery: Delivery, reason: DeferralReason) {
  const { clock, random } = invocation.ports;
  const nowMs = clock.now();
  const seconds = reason === 'handed-back' ? 0 : deferralSeconds(delivery, nowMs, 0, random());
  return planHide(invocation.job.timing, delivery, nowMs, seconds);
}
