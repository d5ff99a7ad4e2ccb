import type { Delivery } from '../message/delivery.ts';
import type { DeathReason } from '../record/job-record.ts';
import type { Invocation } from './invocation.ts';
import type { DeferralReason, Outcome } from './outcome.ts';
import { parkMessage } from './parking.ts';
import { planDeferral } from './plan-deferral.ts';

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
