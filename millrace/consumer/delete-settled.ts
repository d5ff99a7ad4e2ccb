import type { Delivery } from '../message/delivery.ts';
import type { Invocation } from './invocation.ts';
import type { Outcomes } from './process-safely.ts';

/** Deletes what is settled before Lambda does, so that it can't come back with what may be about to end the host. */
export async function deleteSettled(invocation: Invocation, outcomes: Outcomes, deleted: Set<Delivery>): Promise<void> {
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
