import type { Message } from './message.ts';
import type { Queue } from './queue.ts';
import { queueByArn, type SqsState } from './sqs-state.ts';

/** Moves the message if one more receive would exceed `maxReceiveCount`; says whether it did. */
export function moveToDeadLetterQueue(sqs: SqsState, queue: Queue, message: Message): boolean {
  const policy = queue.redrivePolicy;
  if (!policy || message.receivesHere < policy.maxReceiveCount) return false;
  const target = queueByArn(sqs, policy.deadLetterTargetArn);
  if (!target) return false;
  queue.messages.remove(message);
  const moved = { ...message, deadLetterSourceArn: queue.arn };
  // A standard queue's retention goes on counting from the sending; FIFO starts anew, under the message's own id.
  const anew = { ...moved, retainedFromMs: sqs.clock.now(), deduplicationId: message.messageId };
  target.messages.add(queue.fifo ? anew : moved, 0);
  target.polls.wake();
  return true;
}
