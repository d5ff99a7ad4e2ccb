import type { Delivery } from '../message/delivery.ts';
import type { Invocation } from './invocation.ts';
import { logOutcome } from './log-outcome.ts';
import type { Outcome } from './outcome.ts';
import { type Processed, processDelivery } from './process-delivery.ts';

/** How each delivery of a batch ended, so far. */
export type Outcomes = Map<Delivery, Outcome>;

export async function processSafely(
  invocation: Invocation,
  delivery: Delivery,
  outcomes: Outcomes,
): Promise<Processed> {
  let suspect: Processed | undefined;
  const outcome = await safely(invocation, delivery, outcomes, async () => {
    const processed = await processDelivery(invocation, delivery);
    if (processed.kind === 'done') return processed.outcome;
    suspect = processed;
    return undefined;
  });
  return suspect ?? { kind: 'done', outcome: outcome ?? { name: 'unanswered', acknowledged: false } };
}

/** An error nobody foresaw, or a table that gives no answer, costs this message alone: nothing is acknowledged. */
export async function safely(
  invocation: Invocation,
  delivery: Delivery,
  outcomes: Outcomes,
  work: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  let outcome: Outcome | undefined;
  try {
    outcome = await work();
  } catch (error) {
    outcome = { name: 'unanswered', acknowledged: false, error };
  }
  if (outcome === undefined) return undefined;
  outcomes.set(delivery, outcome);
  logOutcome(invocation, delivery, outcome);
  return outcome;
}
