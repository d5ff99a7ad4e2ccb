import type { Delivery } from '../message/delivery.ts';
import type { DeathReason } from '../record/job-record.ts';
import { deferralSeconds, planHide } from './hiding.ts';
import type { Invocation } from './invocation.ts';
import type { DeferralReason, Outcome } from './outcome.ts';
import { parkMessage } from './parking.ts';

const DEATH_OF = {
  'newer-version': 'newer-version',
  'unknown-status': 'waited-too-long',
} as const satisfies Partial<Record<DeferralReason, DeathReason>>;

/** Hides a message that this code can't act on yet; once it has waited too long it is parked as a message. */
export async function deferMessage(
  invocation: Invocation,
  delivery: Delivery,
  reason: 'newer-version' | 'unknown-status',
): Promise<Outcome> {
  const hiding = planDeferral(invocation, delivery, reason);
  if (hiding.kind === 'waited-too-long') return parkMessage(invocation, delivery, DEATH_OF[reason]);
  await invocation.hide(delivery, hiding.seconds);
  return { name: 'deferred', acknowledged: false, reason, hiddenSeconds: hiding.seconds };
}

/** Hands a message back unread, for want of time; one that has no wait left stays under its lease. */
export async function handBack(invocation: Invocation, delivery: Delivery): Promise<Outcome> {
  const hiding = planDeferral(invocation, delivery, 'handed-back');
  if (hiding.kind === 'hide') await invocation.hide(delivery, hiding.seconds);
  return { name: 'deferred', acknowledged: false, reason: 'handed-back' };
}

/** What got no turn comes back at once: the next invocation does at least one more. */
export function planDeferral(invocation: Invocation, delivery: Delivery, reason: DeferralReason) {
  const { clock, random } = invocation.ports;
  const nowMs = clock.now();
  const seconds = reason === 'handed-back' ? 0 : deferralSeconds(delivery, nowMs, 0, random());
  return planHide(invocation.job.timing, delivery, nowMs, seconds);
}
