import type { Delivery } from '../message/delivery.ts';
import { hideAll } from './hide-together.ts';
import type { Invocation } from './invocation.ts';

/** Leased messages outlive the invocation by this, so that a crashed worker's jobs return soon after its timeout. */
const LEASE_MARGIN_SECONDS = 30;
const LONGEST_LEASE_MS = 1_000;

/**
 * One request sets the visibility of all; where it fails, the queue's own timeout still covers the batch. It is given
 * up soon: a connection that hangs, as after a freeze, would cost the batch the time for its runs, and a lease that
 * came late would undo a later hide.
 */
export async function lease(
  { ports, settings, deadlineMs }: Invocation,
  deliveries: readonly Delivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const seconds = Math.ceil((deadlineMs - ports.clock.now()) / 1000) + LEASE_MARGIN_SECONDS;
  const hides = deliveries.map(({ receiptHandle }) => ({ receiptHandle, seconds }));
  const tooLong = new AbortController();
  const cancel = ports.clock.after(LONGEST_LEASE_MS, () => tooLong.abort());
  await hideAll({ ...ports, queueUrl: settings.queueUrl }, hides, tooLong.signal);
  cancel();
}
