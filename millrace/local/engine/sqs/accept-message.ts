import type { AcceptedSend } from './deduplication.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import type { Queue } from './queue.ts';
import { sequenceNumber } from './sequence-number.ts';
import type { SqsState } from './sqs-state.ts';

/** Puts a message into its queue, unless a FIFO queue accepted the same one in the last five minutes. */
export function acceptMessage(sqs: SqsState, queue: Queue, outgoing: OutgoingMessage): AcceptedSend {
  const key = deduplicationKey(queue, outgoing);
  const earlier = key === undefined ? undefined : queue.deduplication.find(key);
  if (earlier) return earlier;
  const now = sqs.clock.now();
  const { delaySeconds, ...content } = outgoing;
  const arrived = {
    ...content,
    messageId: sqs.newId(),
    sentAtMs: now,
    retainedFromMs: now,
    deadLetterSourceArn: undefined,
    receiveCount: 0,
    firstReceivedAtMs: undefined,
  };
  const message = queue.messages.add(arrived, delaySeconds);
  if (!queue.fifo && sqs.faults.duplicate?.()) queue.messages.add({ ...arrived }, delaySeconds);
  const accepted = { messageId: message.messageId, sequenceNumber: sequenceNumber(message.sequence) };
  if (key !== undefined) queue.deduplication.remember(key, accepted);
  queue.polls.wake();
  return accepted;
}

function deduplicationKey(queue: Queue, { deduplicationId, groupId }: OutgoingMessage) {
  if (!queue.fifo || deduplicationId === undefined) return undefined;
  return queue.attributes.DeduplicationScope === 'messageGroup' ? `${groupId}\n${deduplicationId}` : deduplicationId;
}
