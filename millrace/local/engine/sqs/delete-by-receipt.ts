import type { Queue } from './queue.ts';
import { readReceiptHandle } from './receipt-handle.ts';
import { type Fields, requiredText } from './request-fields.ts';
import { invalidParameter } from './sqs-error.ts';

/** A standard queue ignores an outdated handle: it must not delete what another consumer works on. FIFO queues refuse it. */
export function deleteByReceipt(queue: Queue, input: Fields): object {
  const handle = requiredText(input, 'ReceiptHandle');
  const { message, latest } = readReceiptHandle(queue, handle);
  if (!message) return {};
  if (queue.fifo && (!latest || queue.messages.stateOf(message) !== 'in flight'))
    throw invalidParameter('ReceiptHandle', handle, 'The receipt handle has expired.');
  if (!latest) return {};
  queue.messages.remove(message);
  queue.polls.wake();
  return {};
}
