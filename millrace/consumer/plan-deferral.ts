import type { Delivery } from '../message/delivery.ts';
import { deferralSeconds, type Hiding, planHide } from './hiding.ts';
import type { Invocation } from './invocation.ts';
import type { DeferralReason } from './outcome.ts';

/** How long to put a message off. What got no turn comes back at once: the next invocation does at least one more. */
export function planDeferral(
  invocation: Invocation,
  delivery: Delivery,
  reason: DeferralReason,
  askedSeconds = 0,
): Hiding {
  const { clock, random } = invocation.ports;
  const nowMs = clock.now();
  const seconds = reason === 'handed-back' ? 0 : deferralSeconds(delivery, nowMs, askedSeconds, random());
  return planHide(invocation.job.timing, delivery, nowMs, seconds);
}
