import { hasKeptAttributes, originalAttributes } from '../message/dead-letter-copy.ts';
import type { Delivery } from '../message/delivery.ts';
import type { RecordTable } from './record-table.ts';

/** A dead job's message outlives its record by a day. */
const MESSAGE_OUTLIVES_SECONDS = 86_400;

/**
 * Keeps what the dead-letter queue might not carry. Written before the death that refers to it, and lives longer.
 * A copy that came back without its attributes, for want of room, does not replace those kept before.
 */
export async function keepMessage(
  records: RecordTable,
  recordId: string,
  delivery: Delivery,
  recordExpiration: number,
): Promise<void> {
  const earlier = hasKeptAttributes(delivery) ? await records.getMessage(recordId) : undefined;
  await records.putMessage(recordId, {
    body: delivery.body,
    attributes: earlier?.attributes ?? originalAttributes(delivery.attributes),
    ...(delivery.groupId === undefined ? {} : { groupId: delivery.groupId }),
    ...(delivery.traceHeader === undefined ? {} : { traceHeader: delivery.traceHeader }),
    expiration: recordExpiration + MESSAGE_OUTLIVES_SECONDS,
  });
}
