import type { Delivery } from '../message/delivery.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { planDeferral } from './plan-deferral.ts';
import { endUnrun } from './process-delivery.ts';

/** Gives a message back that waits for the one before it in its group. It has come in vain so often as that one failed. */
export async function releaseFollower(invocation: Invocation, delivery: Delivery): Promise<Outcome> {
  const hiding = planDeferral(invocation, delivery, 'handed-back');
  if (hiding.kind === 'waited-too-long') return endUnrun(invocation, delivery);
  await invocation.hide(delivery, hiding.seconds);
  return { name: 'deferred', acknowledged: false, reason: 'handed-back', hiddenSeconds: hiding.seconds };
}
