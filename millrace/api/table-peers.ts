import type { Clock } from '../message/clock.ts';
import type { Peers } from '../producer/peers.ts';
import { placeCount, placeItem, placeOf, sentCount } from '../record/queue-line.ts';
import type { RecordTable } from '../record/record-table.ts';

/**
 * All environments of the API's function, by way of the table: one write for each look at a queue, and three, with a
 * read, for each job that is refused.
 */
export function tablePeers(records: RecordTable, clock: Clock): Peers {
  return {
    sent: (queueName, messages) => records.count(sentCount(queueName, messages, clock.now())),
    take: (queueName, slot) => records.count(placeCount(queueName, slot)),
    keep: async (jobId, placeAtMs) => {
      const place = placeItem(jobId, placeAtMs);
      const { written, item: earlier } = await records.replaceShared(place, undefined);
      if (!written) await records.replaceShared(place, earlier?.fence);
    },
    find: async (jobId) => (await records.getShared(placeOf(jobId)))?.place_at,
  };
}
