import type { Delivery } from '../message/delivery.ts';
import { beforeMargin } from './before-margin.ts';
import type { Invocation } from './invocation.ts';
import { hasTimeForRun, processSuspect, type Suspect } from './process-delivery.ts';
import { type Outcomes, safely } from './process-safely.ts';

/** Suspects one at a time, as long as time lasts. */
export async function runAlone(
  invocation: Invocation,
  suspects: readonly Suspect[],
  outcomes: Outcomes,
): Promise<void> {
  for (const suspect of suspects) {
    const settle = (delivery: Delivery) =>
      safely(invocation, delivery, outcomes, () => processSuspect(invocation, suspect));
    const { delivery } = suspect.delivered;
    // Handing one back is no run, and must not end the invocation when it is slow.
    await (hasTimeForRun(invocation) ? beforeMargin(invocation, [delivery], settle) : settle(delivery));
  }
}
