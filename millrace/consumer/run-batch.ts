import type { Delivery } from '../message/delivery.ts';
import { beforeMargin } from './before-margin.ts';
import type { Invocation } from './invocation.ts';
import { lease } from './lease.ts';
import type { Suspect } from './process-delivery.ts';
import { type Outcomes, processSafely } from './process-safely.ts';
import { runAlone } from './run-alone.ts';
import { runInOrder } from './run-in-order.ts';
import { isReceivedOften, runLast } from './run-last.ts';

/** The pipeline: lease, then all in order, or together, suspects alone, and last those that may be killing their hosts. */
export async function runBatch(invocation: Invocation, deliveries: readonly Delivery[]): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  await lease(invocation, deliveries);
  if (invocation.job.orderedBy !== undefined) {
    await runInOrder(invocation, deliveries, outcomes);
    return outcomes;
  }
  const [together, last] = split(deliveries, (delivery) => !isReceivedOften(invocation, delivery));
  const suspects = await runTogether(invocation, together, outcomes);
  await runAlone(invocation, suspects, outcomes);
  await runLast(invocation, last, outcomes);
  return outcomes;
}

async function runTogether(
  invocation: Invocation,
  deliveries: readonly Delivery[],
  outcomes: Outcomes,
): Promise<readonly Suspect[]> {
  const processed = await beforeMargin(invocation, deliveries, (delivery) =>
    processSafely(invocation, delivery, outcomes),
  );
  return processed.flatMap((one) => (one.kind === 'suspect' ? [one.suspect] : []));
}

function split<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}
