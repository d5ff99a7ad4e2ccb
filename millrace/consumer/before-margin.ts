import type { Delivery } from '../message/delivery.ts';
import { type Invocation, marginAtMs } from './invocation.ts';

/** Lambda has ended the environment long before. */
const PAST_ANY_DEADLINE_MS = 60_000;

/**
 * Waits for all, but no longer than to the margin. Past it a run is still going that can't be stopped: nothing may be
 * answered, or a woken environment would go on with it, so the invocation ends by Lambda's own timeout.
 */
export async function beforeMargin<Value>(
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
