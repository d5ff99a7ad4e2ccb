import type { Delivery } from '../message/delivery.ts';
import { beforeMargin } from './before-margin.ts';
import { deleteSettled } from './delete-settled.ts';
import type { Invocation } from './invocation.ts';
import { hasTimeForRun } from './process-delivery.ts';
import { type Outcomes, processSafely, safely } from './process-safely.ts';
import { releaseFollower } from './release-follower.ts';
import { runAlone } from './run-alone.ts';
import { isReceivedOften } from './run-last.ts';

/**
 * One after the other. What is not done stops its group for this batch: its own visibility is the wait, and as long
 * as it is in flight SQS hands out none of those behind it. These go back at once, and what is dead stops nobody.
 */
export async function runInOrder(
  invocation: Invocation,
  deliveries: readonly Delivery[],
  outcomes: Outcomes,
): Promise<void> {
  const stopped = new Set<string | undefined>();
  const followers: Delivery[] = [];
  const deleted = new Set<Delivery>();
  for (const delivery of deliveries) {
    if (stopped.has(delivery.groupId) || !hasTimeForRun(invocation)) followers.push(delivery);
    else {
      if (isReceivedOften(invocation, delivery)) await deleteSettled(invocation, outcomes, deleted);
      await runOne(invocation, delivery, outcomes);
    }
    if (!outcomes.get(delivery)?.acknowledged) stopped.add(delivery.groupId);
  }
  await Promise.all(
    followers.map((follower) => safely(invocation, follower, outcomes, () => releaseFollower(invocation, follower))),
  );
}

/** A suspect has no neighbours here: its turn is its lone run. */
async function runOne(invocation: Invocation, delivery: Delivery, outcomes: Outcomes): Promise<void> {
  const [processed] = await beforeMargin(invocation, [delivery], (one) => processSafely(invocation, one, outcomes));
  if (processed?.kind === 'suspect') await runAlone(invocation, [processed.suspect], outcomes);
}
