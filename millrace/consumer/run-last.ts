import type { Delivery } from '../message/delivery.ts';
import { beforeMargin } from './before-margin.ts';
import { deleteSettled } from './delete-settled.ts';
import { handBack } from './hand-back.ts';
import { mostDeferrals } from './hiding.ts';
import type { Invocation } from './invocation.ts';
import { hasTimeForRun } from './process-delivery.ts';
import { type Outcomes, processSafely, safely } from './process-safely.ts';
import { runAlone } from './run-alone.ts';

/**
 * More often than its attempts explain: it may be what kills its host before it is even claimed. A breaker or a rate
 * puts a good job off again and again, so there as many receives are no sign of it as deferrals fit into its time.
 */
export function isReceivedOften({ job, gate, ports }: Invocation, delivery: Delivery): boolean {
  const ageSeconds = (ports.clock.now() - delivery.firstReceivedAtMs) / 1000;
  return delivery.receiveCount > job.maxAttempts + 1 + (gate === undefined ? 0 : mostDeferrals(ageSeconds));
}

/**
 * Messages received suspiciously often come last, in any order, each when all before it are settled and deleted:
 * one of them may kill its host before it is claimed, and must take nobody with it.
 */
export async function runLast(
  invocation: Invocation,
  deliveries: readonly Delivery[],
  outcomes: Outcomes,
): Promise<void> {
  const { random } = invocation.ports;
  const shuffled = deliveries
    .map((delivery) => ({ delivery, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ delivery }) => delivery);
  const deleted = new Set<Delivery>();
  for (const delivery of shuffled) {
    if (!hasTimeForRun(invocation)) {
      await safely(invocation, delivery, outcomes, () => handBack(invocation, delivery));
      continue;
    }
    await deleteSettled(invocation, outcomes, deleted);
    const [processed] = await beforeMargin(invocation, [delivery], (one) => processSafely(invocation, one, outcomes));
    if (processed?.kind === 'suspect') await runAlone(invocation, [processed.suspect], outcomes);
  }
}
