import type { Delivery } from '../message/delivery.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { planDeferral } from './plan-deferral.ts';

/** Hands a message back unread, for want of time; one that has no wait left stays under its lease. */
export async function handBack(invocation: Invocation, delivery: Delivery): Promise<Outcome> {
  const hiding = planDeferral(invocation, delivery, 'handed-back');
  if (hiding.kind === 'hide') await invocation.hide(delivery, hiding.seconds);
  return { name: 'deferred', acknowledged: false, reason: 'handed-back' };
}
