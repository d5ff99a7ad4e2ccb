import type { Delivery } from '../message/delivery.ts';
import { handBack } from './hand-back.ts';
import { hideAll } from './hide-together.ts';
import { type Invocation, marginAtMs } from './invocation.ts';
import { logOutcome } from './log-outcome.ts';
import type { Outcome } from './outcome.ts';
import { hasTimeForRun, type Processed, processDelivery, processSuspect, type Suspect } from './process-delivery.ts';

/** Leased messages outlive the invocation by this, so that a crashed worker's jobs return soon after its timeout. */
const LEASE_MARGIN_SECONDS = 30;
const LONGEST_LEASE_MS = 1_000;

/** Lambda has ended the environment long before. */
const PAST_ANY_DEADLINE_MS = 60_000;

export type Outcomes = Map<Delivery, Outcome>;

/** The pipeline: lease, run together, run suspects alone, then those that may be killing their hosts. */
export async function runBatch(invocation: Invocation, deliveries: readonly Delivery[]): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  await lease(invocation, deliveries);
  const [together, last] = split(deliveries, (delivery) => delivery.receiveCount <= invocation.job.maxAttempts + 1);
  const suspects = await runTogether(invocation, together, outcomes);
  await runAlone(invocation, suspects, outcomes);
  await runLast(invocation, last, outcomes);
  return outcomes;
}

/**
 * One request sets the visibility of all; where it fails, the queue's own timeout still covers the batch. It is given
 * up soon: a connection that hangs, as after a freeze, would cost the batch the time for its runs, and a lease that
 * came late would undo a later hide.
 */
async function lease({ ports, settings, deadlineMs }: Invocation, deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const seconds = Math.ceil((deadlineMs - ports.clock.now()) / 1000) + LEASE_MARGIN_SECONDS;
  const hides = deliveries.map(({ receiptHandle }) => ({ receiptHandle, seconds }));
  const tooLong = new AbortController();
  const cancel = ports.clock.after(LONGEST_LEASE_MS, () => tooLong.abort());
  await hideAll({ ...ports, queueUrl: settings.queueUrl }, hides, tooLong.signal);
  cancel();
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

async function runAlone(invocation: Invocation, suspects: readonly Suspect[], outcomes: Outcomes): Promise<void> {
  for (const suspect of suspects) {
    const settle = (delivery: Delivery) =>
      safely(invocation, delivery, outcomes, () => processSuspect(invocation, suspect));
    const { delivery } = suspect.delivered;
    // Handing one back is no run, and must not end the invocation when it is slow.
    await (hasTimeForRun(invocation) ? beforeMargin(invocation, [delivery], settle) : settle(delivery));
  }
}

/**
 * Messages received suspiciously often come last, in any order, each when all before it are settled and deleted:
 * one of them may kill its host before it is claimed, and must take nobody with it.
 */
async function runLast(invocation: Invocation, deliveries: readonly Delivery[], outcomes: Outcomes): Promise<void> {
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

async function deleteSettled(invocation: Invocation, outcomes: Outcomes, deleted: Set<Delivery>): Promise<void> {
  const settled = [...outcomes].filter(([delivery, { acknowledged }]) => acknowledged && !deleted.has(delivery));
  if (settled.length === 0) return;
  const { queues, logger } = invocation.ports;
  try {
    const refused = await queues.delete(
      invocation.settings.queueUrl,
      settled.map(([delivery]) => delivery.receiptHandle),
    );
    const kept = new Set(refused.map(({ index }) => index));
    for (const [index, [delivery]] of settled.entries()) if (!kept.has(index)) deleted.add(delivery);
    if (kept.size > 0)
      logger.warn('settled messages were not deleted early', { codes: refused.map(({ code }) => code) });
  } catch (error) {
    // Not deleted they come back, and are answered from the store.
    logger.warn('settled messages could not be deleted early', { error: String(error) });
  }
}

async function processSafely(invocation: Invocation, delivery: Delivery, outcomes: Outcomes): Promise<Processed> {
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
async function safely(
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

/**
 * Waits for all, but no longer than to the margin. Past it a run is still going that can't be stopped: nothing may be
 * answered, or a woken environment would go on with it, so the invocation ends by Lambda's own timeout.
 */
async function beforeMargin<Value>(
  invocation: Invocation,
  deliveries: readonly Delivery[],
  settle: (delivery: Delivery) => Promise<Value>,
): Promise<Value[]> {
  const { clock, logger } = invocation.ports;
  const margin = Promise.withResolvers<'margin'>();
  const cancel = clock.after(marginAtMs(invocation) - clock.now(), () => margin.resolve('margin'));
  const unsettled = new Set(deliveries);
  const settled = deliveries.map(async (delivery) => {
    const value = await settle(delivery);
    unsettled.delete(delivery);
    return value;
  });
  const first = await Promise.race([Promise.all(settled), margin.promise]).finally(cancel);
  if (first !== 'margin') return first;
  logger.error('a run did not return in time; the invocation ends by its timeout', {
    jobType: invocation.job.type,
    jobIds: [...invocation.running],
    messageIds: [...unsettled].map(({ messageId }) => messageId),
    requestId: invocation.requestId,
  });
  return endByTimeout(invocation);
}

/** A pending timer keeps the event loop alive: with an empty one Lambda would answer `null`, which deletes the batch. */
function endByTimeout(invocation: Invocation): Promise<never> {
  const { clock } = invocation.ports;
  const leftMs = invocation.deadlineMs - clock.now();
  return new Promise((_, reject) => {
    clock.after(leftMs + PAST_ANY_DEADLINE_MS, () => reject(new Error('the invocation outlived its deadline')));
  });
}

function split<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}
