import { moveToDeadLetterQueue } from './dead-letter.ts';
import type { Message } from './message.ts';
import type { Queue } from './queue.ts';
import type { SqsState } from './sqs-state.ts';

/** Leases up to `max` messages; those received too often go to the dead-letter queue instead, and the next take their place. */
export function deliver(sqs: SqsState, queue: Queue, max: number, visibilitySeconds: number): Message[] {
  const room = (sqs.faults.inFlightLimit ?? Number.POSITIVE_INFINITY) - queue.messages.counts().inFlight;
  const wanted = Math.min(max, room);
  const delivered: Message[] = [];
  for (let picked = queue.messages.pick(wanted); picked.length > 0; ) {
    delivered.push(...picked.filter((message) => !moveToDeadLetterQueue(sqs, queue, message)));
    picked = queue.messages.pick(wanted - delivered.length);
  }
  const now = sqs.clock.now();
  for (const message of delivered) {
    message.receiveCount++;
    message.receivesHere++;
    message.firstReceivedAtMs ??= now;
    message.lastReceivedAtMs = now;
    queue.messages.lease(message, visibilitySeconds);
  }
  return delivered;
}
